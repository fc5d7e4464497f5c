import { addressWindows, digestEmail } from "~/core/auth/limits";
import type { Deps } from "~/core/deps";
import { LIMITS } from "~/core/shared/constants";
import type { RateWindow } from "~/db/queries/rate-window";

/** The window of mails to one address that anyone can ask for (docs/rules.md#mails). It counts by a keyed digest, also where there is no member. */
export async function mailboxWindow(deps: Deps, email: string): Promise<RateWindow> {
  const digest = await digestEmail(deps, mailboxOf(email));
  return { key: `mail:${digest}`, limit: LIMITS.mailsOfAddress, memberId: null };
}

/** The mailbox of an address: `ada+1@…` and `ada+2@…` are one. */
const mailboxOf = (email: string) => email.replace(/\+[^@]*(?=@[^@]*$)/, "");

/** The windows of a client that asks for mails or uses their links; none for a loopback address. */
export function requestWindows(deps: Deps, address: string): Promise<RateWindow[]> {
  const limits = { address: LIMITS.mailRequests, network: LIMITS.mailRequestsOfNetwork };
  return addressWindows(deps, address, "mail-request", limits);
}
