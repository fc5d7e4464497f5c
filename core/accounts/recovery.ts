import type { Deps } from "~/core/deps";
import { lookUpToken } from "~/core/notices/look-up-token";
import { requestWindows } from "~/core/notices/mail-limits";
import { sendMail } from "~/core/notices/send-mail";
import { RESET_LINK_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";
import { AppError, invalidField } from "~/core/shared/errors";
import { newId, newSecret } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { recoverPassword } from "~/db/accounts/mail-tokens";
import { countIfRoom } from "~/db/accounts/rate-window";
import { isCommonPassword, TOO_COMMON } from "./common-passwords";
import { digestEmail, digestsOfEmail, failureKeysOf } from "./limit-windows";
import { passwords } from "./passwords";
import type { ForgotPasswordInput, RecoverInput } from "./recovery-schemas";
import type { ClientAddress } from "./service";

/** The same answer for every address, so that nobody learns whether it has an account or got a mail. */
const ASKED = `If this address has an account, an e-mail with a link is on its way. The link works for ${formatDuration(RESET_LINK_MS)}.`;

/**
 * The answer and the work are the same for every address: one queue message. Its consumer looks up the member ({@link
 * deliverRecovery}).
 * @throws AppError `mail_unavailable`, `too_many_requests` for the client
 */
export async function requestReset(
  deps: Deps,
  client: ClientAddress,
  { email }: ForgotPasswordInput,
): Promise<{ message: string }> {
  if (!deps.mail.isConfigured) throw new AppError("mail_unavailable");
  const now = deps.clock.now();
  const windows = { windows: await requestWindows(deps, client.address), now };
  const { states } = await countIfRoom(deps.db, windows);
  assertWithinLimits(states, now);
  deps.logger.info("auth.recovery_asked");
  const [id, token] = [newId(), newSecret()];
  const asked = deps.deliveries.add([{ kind: "recovery", id, email, token, askedAt: now }]);
  // A failure is only logged, because a member who gets no mail can request another.
  deps.defer(asked.catch((error) => deps.logger.error("delivery.not_queued", error)));
  return { message: ASKED };
}

/** Checks the link without using it up, so mail scanners do no harm. */
export async function isResetLinkGood(
  deps: Deps,
  client: ClientAddress,
  { token }: { token: string },
): Promise<boolean> {
  return (await findResetLink(deps, client, token)) !== undefined;
}

async function findResetLink(deps: Deps, client: ClientAddress, token: string) {
  const { row, ...link } = await lookUpToken(deps, client.address, token);
  return row?.purpose === "reset_password" ? { row, ...link } : undefined;
}

/**
 * Ends every session and passkey of the member, and mails them about the change. The link works once.
 * @throws AppError `link_invalid`, `invalid_input` for a common password, `too_many_requests`
 */
export async function recover(
  deps: Deps,
  client: ClientAddress,
  { token, password }: RecoverInput,
): Promise<{ message: string }> {
  const link = await findResetLink(deps, client, token);
  if (!link) throw new AppError("link_invalid");
  const { row, digest, now } = link;
  if (isCommonPassword(password, row)) throw invalidField("password", TOO_COMMON);
  const newHash = await passwords.hash(password);
  const failureKeys = failureKeysOf(await digestEmail(deps, row.email));
  const emailDigests = await digestsOfEmail(deps, row.email);
  const auditId = newId();
  const change = { digest, memberId: row.id, newHash, emailDigests, failureKeys, auditId, now };
  const { updated, sessionIds, conversationIds } = await recoverPassword(deps.db, change);
  // Another call used the link first.
  if (!updated) throw new AppError("link_invalid");
  await deps.channel.endSessions(row.id, sessionIds, conversationIds);
  deps.logger.info("auth.password_recovered", { memberId: row.id, sessions: sessionIds.length });
  const name = row.email_verified_at === null ? null : row.name;
  const to = { memberId: row.id, email: row.email, name };
  deps.defer(sendMail(deps, to, { template: "password_changed" }));
  return { message: "Password updated successfully. Please sign in." };
}
