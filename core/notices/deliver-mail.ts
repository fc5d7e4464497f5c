import type { DeliveryDeps } from "~/core/deps";
import { EMPTY_DAY, readDrawState } from "~/core/shared/draw-state";
import { findReader, type ReaderRow } from "~/db/notices/mail";
import { toHtml, toText } from "./letter";
import type { MailDelivery } from "./mail-messages";
import type { DeliveryOutcome } from "./mailer";
import { type MailReader, NOTICES, writeLetter } from "./templates";
import { makeUnsubscribeUrl } from "./unsubscribe";

export async function deliverMail(
  deps: DeliveryDeps,
  { goodUntil, ...delivery }: MailDelivery,
): Promise<DeliveryOutcome> {
  if (goodUntil !== null && goodUntil <= deps.clock.now()) {
    return { status: "dropped", reason: "expired" };
  }
  const { memberId, mail } = delivery;
  const reader = await findReader(deps.db, { memberId, now: deps.clock.now() });
  if (!reader) return { status: "dropped", reason: "member_gone" };
  if (NOTICES.has(mail.template) && reader.wants_notices === 0) {
    return { status: "dropped", reason: "unwanted" };
  }
  return sendLetter(deps, delivery, {
    clock: reader,
    absence: readAbsence(reader, {
      now: deps.clock.now(),
      awaitsVerification: reader.email_verified_at === null && deps.mail.mustVerify,
    }),
  });
}

function readAbsence(
  { action_kind: kind, action_until: until, ...row }: ReaderRow,
  { now, awaitsVerification }: { now: number; awaitsVerification: boolean },
) {
  const facts = {
    ...EMPTY_DAY,
    readAt: now,
    barredUntil: kind === "ban" ? ("never" as const) : kind === "suspend" ? until : null,
    awaitsVerification,
    dob: row.dob,
    pause: { from: row.paused_from, until: row.paused_until },
    isBack: false,
  };
  return readDrawState(facts, now).next.absence;
}

export async function sendLetter(
  deps: DeliveryDeps,
  { id, memberId, to, name, mail }: Omit<MailDelivery, "kind" | "goodUntil">,
  reader?: MailReader,
): Promise<DeliveryOutcome> {
  const { template } = mail;
  const unsubscribeUrl = NOTICES.has(template)
    ? makeUnsubscribeUrl(deps, memberId, template === "reminder" ? "reminders" : "notices")
    : undefined;
  const letter = writeLetter(mail, { name, place: deps.mail, reader, unsubscribeUrl });
  return deps.mailer.send({
    id,
    memberId,
    to,
    subject: letter.subject,
    text: toText(letter),
    html: toHtml(letter),
    // RFC 8058: the mail program's own unsubscribe button posts to this URL.
    headers: unsubscribeUrl
      ? {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {},
  });
}
