import { z } from "zod";
import { digestToken } from "~/core/accounts/digest-token";
import type { Deps } from "~/core/deps";
import { EMAIL_LINK_MS, RESET_LINK_MS } from "~/core/shared/constants";
import { newSecret } from "~/core/shared/random";
import type { MailPurpose, NewMailToken } from "~/db/accounts/mail-tokens";

const LIFE_MS: Record<MailPurpose, number> = {
  reset_password: RESET_LINK_MS,
  verify_email: EMAIL_LINK_MS,
  change_email_old: EMAIL_LINK_MS,
  change_email_new: EMAIL_LINK_MS,
};

/** Only limits the length, because a text that is no token is treated like an expired token. */
export const mailTokenSchema = z
  .string({ error: "The link's token is required" })
  .trim()
  .max(200, { error: "This is no token of ours" });

/** @returns `token` for the mail only: it must not be stored or logged */
export async function newMailToken(
  { clock }: Pick<Deps, "clock">,
  purpose: MailPurpose,
): Promise<{ token: string; stored: NewMailToken }> {
  const token = newSecret();
  return { token, stored: await toStoredToken(token, purpose, clock.now()) };
}

export async function toStoredToken(
  token: string,
  purpose: MailPurpose,
  createdAt: number,
): Promise<NewMailToken> {
  const digest = await digestToken(token);
  return { digest, purpose, createdAt, expiresAt: createdAt + LIFE_MS[purpose] };
}
