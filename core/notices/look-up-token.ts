import { digestToken } from "~/core/accounts/digest-token";
import type { Deps } from "~/core/deps";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { findMailToken } from "~/db/accounts/mail-tokens";
import { requestWindows } from "./mail-limits";

/**
 * Looks up the token of a mailed link without using it up.
 * @param address the client's address; its limits count this call
 * @throws AppError `too_many_requests`
 */
export async function lookUpToken(deps: Deps, address: string, token: string) {
  const now = deps.clock.now();
  const digest = await digestToken(token);
  const windows = await requestWindows(deps, address);
  const { row, states } = await findMailToken(deps.db, { digest, now }, windows);
  assertWithinLimits(states, now);
  return { row, digest, now };
}
