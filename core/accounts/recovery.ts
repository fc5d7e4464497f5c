import type { DeliveryDeps, Deps } from "~/core/deps";
import { mailboxWindow, requestWindows } from "~/core/notices/mail-limits";
import type { RecoveryDelivery } from "~/core/notices/mail-messages";
import type { DeliveryOutcome } from "~/core/notices/mailer";
import { sendMail } from "~/core/notices/send-mail";
import { RESET_LINK_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";
import { AppError, invalidField } from "~/core/shared/errors";
import { newId, newSecret } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { recoverPassword, storeResetToken } from "~/db/accounts/mail-tokens";
import type { AddresseeRow } from "~/db/accounts/member-row";
import { countIfRoom } from "~/db/accounts/rate-window";
import { isCommonPassword, TOO_COMMON } from "./common-passwords";
import { digestsOfEmail, failureKeysOf } from "./limit-windows";
import { lookUpToken, toStoredToken } from "./mail-tokens";
import { passwords } from "./passwords";
import type { RecoverInput } from "./schemas";

/** The same for every address, so that nobody learns which addresses have accounts. */
const ASKED = `If this address has an account, an e-mail with a link is on its way. The link works for ${formatDuration(RESET_LINK_MS)}.`;

/**
 * Only queues a message, so that the work is the same for every address. {@link deliverRecovery} looks up the member.
 * @throws AppError `mail_unavailable`, `too_many_requests` for the client
 */
export async function requestReset(
  deps: Deps,
  address: string,
  { email }: { email: string },
): Promise<{ message: string }> {
  if (!deps.mail.isConfigured) throw new AppError("mail_unavailable");
  const now = deps.clock.now();
  const windows = { windows: requestWindows(deps, address), now };
  const { states } = await countIfRoom(deps.db, windows);
  assertWithinLimits(states, now);
  deps.logger.info("auth.recovery_asked");
  const [id, token] = [newId(), newSecret()];
  const asked = deps.deliveries.add([{ kind: "recovery", id, email, token, askedAt: now }]);
  // A failure is only logged, because a member who gets no mail can request another.
  deps.defer(asked.catch((error) => deps.logger.error("delivery.not_queued", error)));
  return { message: ASKED };
}

export async function deliverRecovery(
  deps: DeliveryDeps,
  { id, email, token, askedAt }: RecoveryDelivery,
): Promise<DeliveryOutcome> {
  const now = deps.clock.now();
  const stored = toStoredToken(token, "reset_password", askedAt);
  if (stored.expiresAt <= now) return { status: "dropped", reason: "expired" };
  const once = { limit: 1, windowMs: RESET_LINK_MS, refusal: "" };
  const windows = {
    mailbox: mailboxWindow(deps, email),
    request: { key: `recovery:${id}`, limit: once, memberId: null },
  };
  const member = await storeResetToken(deps.db, { email, token: stored, now }, windows);
  if (!member) return { status: "dropped", reason: "no_link" };
  const { id: memberId } = member;
  const name = verifiedName(member);
  const mail = { template: "reset_password", token } as const;
  const goodUntil = stored.expiresAt;
  await deps.deliveries.add([{ kind: "mail", id, memberId, to: email, name, goodUntil, mail }]);
  return { status: "delivered" };
}

/**
 * Null for an unconfirmed account, because anyone can register somebody else's address with any text as the name, and
 * the mail would carry that text.
 */
const verifiedName = ({ name, email_verified_at }: AddresseeRow) =>
  email_verified_at === null ? null : name;

/** Undefined for a link that is unknown, used or expired. Doesn't use up the link. */
export async function findResetLink(deps: Deps, address: string, token: string) {
  const { row, ...link } = await lookUpToken(deps, address, token);
  return row?.purpose === "reset_password" ? { row, ...link } : undefined;
}

/**
 * Sets the new password, ends every session of the member, removes every passkey, and mails the member. The link works
 * once.
 * @throws AppError `link_invalid`, `invalid_input` for a common password, `too_many_requests`
 */
export async function recover(
  deps: Deps,
  address: string,
  { token, password }: RecoverInput,
): Promise<{ message: string }> {
  const link = await findResetLink(deps, address, token);
  if (!link) throw new AppError("link_invalid");
  const { row, digest, now } = link;
  if (isCommonPassword(password, row)) throw invalidField("password", TOO_COMMON);
  const newHash = await passwords.hash(password);
  const { updated, sessionIds, conversationIds } = await recoverPassword(deps.db, {
    digest,
    memberId: row.id,
    newHash,
    emailDigests: digestsOfEmail(deps, row.email),
    failureKeys: failureKeysOf(deps, row.email),
    now,
  });
  // Another call used the link first.
  if (!updated) throw new AppError("link_invalid");
  await deps.channel.endSessions(sessionIds, conversationIds);
  deps.logger.info("auth.password_recovered", { memberId: row.id, sessions: sessionIds.length });
  const to = { memberId: row.id, email: row.email, name: verifiedName(row) };
  deps.defer(sendMail(deps, to, { template: "password_changed" }));
  return { message: "Password updated successfully. Please sign in." };
}
