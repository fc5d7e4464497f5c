import { addressWindows, digestEmail } from "~/core/accounts/limit-windows";
import type { Deps } from "~/core/deps";
import { LIMITS, type Limit } from "~/core/shared/constants";
import { mailboxOf } from "~/core/shared/mailbox";
import type { RateWindow } from "~/db/accounts/rate-window";

/** For mails that anyone can request (docs/rules.md#mails). Counts by a keyed digest, also for an address without a member. */
export const mailboxWindow = (deps: TokenDeps, email: string) =>
  windowOf(deps, "mail", email, LIMITS.mailsOfAddress);

/** For all other mails to the address. */
export const noticeWindow = (deps: TokenDeps, email: string) =>
  windowOf(deps, "notice", email, LIMITS.noticesOfAddress);

type TokenDeps = Pick<Deps, "tokens">;

async function windowOf(
  deps: TokenDeps,
  name: string,
  email: string,
  limit: Limit,
): Promise<RateWindow> {
  return { key: `${name}:${await digestEmail(deps, mailboxOf(email))}`, limit, memberId: null };
}

/** For a client that requests mails or uses their links; none for a loopback address. */
export function requestWindows(deps: Deps, address: string): Promise<RateWindow[]> {
  const limits = { address: LIMITS.mailRequests, network: LIMITS.mailRequestsOfNetwork };
  return addressWindows(deps, address, "mail-request", limits);
}
