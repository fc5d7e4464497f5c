import type { Deps } from "~/core/deps";
import { mailboxWindow } from "~/core/notices/mail-limits";
import { sendMail } from "~/core/notices/send-mail";
import { EMAIL_LINK_MS } from "~/core/shared/constants";
import { storeVerifyToken } from "~/db/accounts/mail-tokens";
import { newMailToken } from "./mail-tokens";

/** Never throws, because the account is already stored, and the member can request another link. */
export async function mailVerification(
  deps: Deps,
  member: { memberId: string; email: string },
): Promise<void> {
  if (!deps.mail.isConfigured) return;
  try {
    await sendVerification(deps, member);
  } catch (error) {
    deps.logger.error("delivery.not_queued", error, { template: "verify_email" });
  }
}

/**
 * @returns `stored` is false, and no mail is queued, if the mailbox has reached its limit or the address is already
 * confirmed. `states` has the mailbox's count without this mail.
 */
export async function sendVerification(
  deps: Deps,
  { memberId, email }: { memberId: string; email: string },
) {
  const { token, stored } = newMailToken(deps, "verify_email");
  const mailbox = mailboxWindow(deps, email);
  const result = await storeVerifyToken(deps.db, { memberId, token: stored }, mailbox);
  if (result.stored) {
    // The mail omits the name, because the address can be a stranger's.
    const to = { memberId, email, name: null };
    await sendMail(deps, to, { template: "verify_email", token }, { goodForMs: EMAIL_LINK_MS });
  }
  return result;
}
