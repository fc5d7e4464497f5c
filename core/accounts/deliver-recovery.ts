import type { DeliveryDeps } from "~/core/deps";
import { mailboxWindow } from "~/core/notices/mail-limits";
import type { RecoveryDelivery } from "~/core/notices/mail-messages";
import { toStoredToken } from "~/core/notices/mail-tokens";
import type { DeliveryOutcome } from "~/core/notices/mailer";
import { RESET_LINK_MS } from "~/core/shared/constants";
import { storeResetToken } from "~/db/accounts/mail-tokens";

/**
 * Stores the link and queues its mail, if the address has a member and its mailbox has room in `LIMITS.mailsOfAddress`.
 * The same SQL statements run for every address.
 */
export async function deliverRecovery(
  deps: DeliveryDeps,
  { id, email, token, askedAt }: RecoveryDelivery,
): Promise<DeliveryOutcome> {
  const now = deps.clock.now();
  const stored = await toStoredToken(token, "reset_password", askedAt);
  if (stored.expiresAt <= now) return { status: "dropped", reason: "expired" };
  const once = { limit: 1, windowMs: RESET_LINK_MS, refusal: "" };
  const windows = {
    mailbox: await mailboxWindow(deps, email),
    request: { key: `recovery:${id}`, limit: once, memberId: null },
  };
  const member = await storeResetToken(deps.db, { email, token: stored, now }, windows);
  if (!member) return { status: "dropped", reason: "no_link" };
  // Anyone can register an address that isn't theirs, with any text as the name.
  const name = member.email_verified_at === null ? null : member.name;
  const mail = { template: "reset_password", token } as const;
  const goodUntil = stored.expiresAt;
  const { id: memberId } = member;
  await deps.deliveries.add([{ kind: "mail", id, memberId, to: email, name, goodUntil, mail }]);
  return { status: "delivered" };
}
