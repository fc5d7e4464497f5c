import type { DeliveryDeps } from "~/core/deps";
import type { DeliveryOutcome } from "~/core/ports";
import type { MemberClock } from "~/core/shared/timezones";
import { findMailbox } from "~/db/queries/mail";
import { toHtml, toText } from "./letter";
import type { MailDelivery } from "./messages";
import { NOTICES, writeLetter } from "./templates";
import { makeUnsubscribeUrl } from "./unsubscribe";

/** Sends a mail of the queue, unless it is of no use any more. */
export async function deliverMail(
  deps: DeliveryDeps,
  { goodUntil, ...delivery }: MailDelivery,
): Promise<DeliveryOutcome> {
  if (goodUntil !== null && goodUntil <= deps.clock.now()) {
    return { status: "dropped", reason: "expired" };
  }
  const mailbox = await findMailbox(deps.db, delivery.memberId);
  if (!mailbox) return { status: "dropped", reason: "member_gone" };
  if (NOTICES.has(delivery.mail.template) && mailbox.wants_notices === 0) {
    return { status: "dropped", reason: "unwanted" };
  }
  return sendLetter(deps, delivery, mailbox);
}

const UTC: MemberClock = { timezone: null, zone: null };

/** Writes a mail and sends it, with the address that ends its kind where a member can do without it. */
export async function sendLetter(
  deps: DeliveryDeps,
  { id, memberId, to, name, mail }: Omit<MailDelivery, "kind" | "goodUntil">,
  clock: MemberClock = UTC,
): Promise<DeliveryOutcome> {
  const { template } = mail;
  const unsubscribeUrl = NOTICES.has(template)
    ? await makeUnsubscribeUrl(deps, memberId, template === "reminder" ? "reminders" : "notices")
    : undefined;
  const letter = writeLetter(mail, {
    name,
    place: deps.mail,
    clock,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  });
  return deps.mailer.send({
    id,
    memberId,
    to,
    subject: letter.subject,
    text: toText(letter),
    html: toHtml(letter),
    // RFC 8058: the mail program's own button posts there.
    headers: unsubscribeUrl
      ? {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {},
  });
}
