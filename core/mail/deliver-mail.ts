import type { DeliveryDeps } from "~/core/deps";
import type { DeliveryOutcome } from "~/core/ports";
import { findMailbox } from "~/db/queries/mail";
import { toHtml, toText } from "./letter";
import type { MailDelivery } from "./messages";
import { NOTICES, writeLetter } from "./templates";
import { makeUnsubscribeUrl } from "./unsubscribe";

/** Writes a mail and sends it, unless it is of no use any more. */
export async function deliverMail(
  deps: DeliveryDeps,
  { id, memberId, to, name, goodUntil, mail }: MailDelivery,
): Promise<DeliveryOutcome> {
  if (goodUntil !== null && goodUntil <= deps.clock.now()) {
    return { status: "dropped", reason: "expired" };
  }
  const mailbox = await findMailbox(deps.db, memberId);
  if (!mailbox) return { status: "dropped", reason: "member_gone" };
  const isNotice = NOTICES.has(mail.template);
  if (isNotice && mailbox.wants_notices === 0) return { status: "dropped", reason: "unwanted" };
  const unsubscribeUrl = isNotice ? await makeUnsubscribeUrl(deps, memberId) : undefined;
  const letter = writeLetter(mail, {
    name,
    place: deps.mail,
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
