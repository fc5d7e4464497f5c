import type { Deps } from "~/core/deps";
import { newId } from "~/core/shared/random";
import { countIfRoom } from "~/db/accounts/rate-window";
import { findMailbox } from "~/db/notices/mail";
import { noticeWindow } from "./mail-limits";
import type { MailContent } from "./mail-messages";
import { DECISIONS } from "./templates";

interface Recipient {
  memberId: string;
  email: string;
  name: string | null;
}

type MailDeps = Pick<Deps, "db" | "deliveries" | "mail" | "clock" | "logger" | "config">;

/**
 * A mail with a link was counted in its mailbox's limit when the link was stored. Any other mail is dropped if the
 * mailbox has reached its limit, unless the mail is in {@link DECISIONS}. Never throws, because the member's action
 * must not fail with the mail.
 * @param goodForMs lifetime of a link, after which the mail isn't sent
 */
export async function sendMail(
  deps: MailDeps,
  to: Recipient,
  mail: MailContent,
  { goodForMs = null }: { goodForMs?: number | null } = {},
): Promise<void> {
  if (!deps.mail.isConfigured) return;
  const goodUntil = goodForMs === null ? null : deps.clock.now() + goodForMs;
  const { memberId, email, name } = to;
  const id = newId();
  try {
    if (goodForMs === null && !(await countNotice(deps, email)) && !DECISIONS.has(mail.template)) {
      const reason = "mailbox_full";
      deps.logger.info("delivery.dropped", { kind: "mail", reason, memberId });
      return;
    }
    await deps.deliveries.add([{ kind: "mail", id, memberId, to: email, name, goodUntil, mail }]);
  } catch (error) {
    deps.logger.error("delivery.not_queued", error, { template: mail.template, memberId });
  }
}

async function countNotice(deps: MailDeps, email: string): Promise<boolean> {
  const windows = { windows: [noticeWindow(deps, email)], now: deps.clock.now() };
  return (await countIfRoom(deps.db, windows)).counted;
}

/**
 * Runs after the answer and never throws. An address that was never verified could belong to a stranger, so it gets
 * only decisions.
 */
export function mailMember(
  deps: MailDeps & Pick<Deps, "defer">,
  memberId: string,
  mail: MailContent,
): void {
  if (!deps.mail.isConfigured) return;
  const send = async () => {
    const found = await findMailbox(deps.db, memberId);
    if (!found) return;
    const isVerified = found.verifiedAt !== null;
    if (!isVerified && !DECISIONS.has(mail.template)) return;
    const name = isVerified ? found.name : null;
    await sendMail(deps, { memberId, email: found.email, name }, mail);
  };
  deps.defer(
    send().catch((error) =>
      deps.logger.error("delivery.not_queued", error, { template: mail.template, memberId }),
    ),
  );
}

/** Runs after the answer and never throws. */
export function mailSupport(
  deps: MailDeps & Pick<Deps, "defer">,
  memberId: string,
  mail: MailContent,
): void {
  deps.defer(sendMail(deps, { memberId, email: deps.mail.supportEmail, name: null }, mail));
}
