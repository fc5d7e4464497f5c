import { createHash } from "node:crypto";
import type { Deps } from "~/core/deps";
import { requestWindows } from "~/core/notices/mail-limits";
import { EMAIL_LINK_MS, RESET_LINK_MS } from "~/core/shared/constants";
import { newSecret } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { findMailToken, type MailPurpose, type NewMailToken } from "~/db/accounts/mail-tokens";

/**
 * The digest needs no key or salt, because a token has 256 random bits. Without a key, tokens stay valid when the
 * secrets are rotated.
 */
export const digestToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** @returns `token` for the mail only: it must not be stored or logged */
export function newMailToken({ clock }: Deps, purpose: MailPurpose) {
  const token = newSecret();
  return { token, stored: toStoredToken(token, purpose, clock.now()) };
}

export function toStoredToken(
  token: string,
  purpose: MailPurpose,
  createdAt: number,
): NewMailToken {
  const life = purpose === "reset_password" ? RESET_LINK_MS : EMAIL_LINK_MS;
  return { digest: digestToken(token), purpose, createdAt, expiresAt: createdAt + life };
}

/**
 * Doesn't use up the token, so that programs which open the links in mails do no harm.
 * @param address the client's address; its limits count this call
 * @throws AppError `too_many_requests`
 */
export async function lookUpToken(deps: Deps, address: string, token: string) {
  const now = deps.clock.now();
  const digest = digestToken(token);
  const windows = requestWindows(deps, address);
  const { row, states } = await findMailToken(deps.db, { digest, now }, windows);
  assertWithinLimits(states, now);
  return { row, digest, now };
}
