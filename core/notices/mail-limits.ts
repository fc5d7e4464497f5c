import { addressWindows, digestEmail } from "~/core/accounts/limit-windows";
import type { Deps } from "~/core/deps";
import { LIMITS, type Limit } from "~/core/shared/constants";
import { mailboxOf } from "~/core/shared/mailbox";
import type { RateWindow } from "~/db/accounts/rate-window";

/** For mails that anyone can request. The key is a digest, so addresses without a member aren't stored. */
export const mailboxWindow = (deps: TokenDeps, email: string) =>
  windowOf(deps, "mail", email, LIMITS.mailsOfAddress);

export const noticeWindow = (deps: TokenDeps, email: string) =>
  windowOf(deps, "notice", email, LIMITS.noticesOfAddress);

type TokenDeps = Pick<Deps, "config">;

function windowOf(deps: TokenDeps, name: string, email: string, limit: Limit): RateWindow {
  return { key: `${name}:${digestEmail(deps, mailboxOf(email))}`, limit, memberId: null };
}

/** Limits the client that requests mails or uses their links. */
export function requestWindows(deps: Deps, address: string): RateWindow[] {
  const { mailRequests, mailRequestsOfNetwork } = LIMITS;
  return addressWindows(deps, address, "mail-request", mailRequests, mailRequestsOfNetwork);
}
