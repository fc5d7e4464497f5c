import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { encryptLine } from "~/core/moderation/evidence";
import { toIso } from "~/core/shared/age";
import { LIMITS } from "~/core/shared/constants";
import type { AddressesDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import type { RateWindows } from "~/db/accounts/rate-window";
import {
  deleteAddress,
  findRevealedLine,
  findSeal,
  putAddress,
} from "~/db/conversation/sealed-addresses";
import { requireFound, requireUnblocked } from "./access";
import type { AddressInput } from "./schemas";

/*
 * Sealed addresses (docs/rules.md#sealed-addresses). Before the reveal, no answer may depend on whether the partner
 * left an address.
 */

/** @throws AppError `conversation_not_found`; before the reveal also `blocked_by_you`, `blocked_by_partner` */
export async function readAddresses(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<AddressesDto> {
  const key = { conversationId, memberId: viewer.memberId };
  const row = requireFound(await findSeal(deps.db, key, deps.clock.now()));
  const revealed = row.revealed === 1;
  if (!revealed) requireUnblocked(row);
  return {
    mine: row.mine,
    theirs: revealed && row.mine !== null ? row.theirs : null,
    opensAt: toIso(row.published_at),
    revealed,
  };
}

export async function leaveAddress(
  deps: Deps,
  viewer: Viewer,
  { conversationId, address }: { conversationId: string } & AddressInput,
): Promise<{ message: string }> {
  const now = deps.clock.now();
  const line = { conversationId, memberId: viewer.memberId, address };
  const { seal, stored, states } = await putAddress(deps.db, line, windowsOf(viewer, now));
  if (!stored) {
    assertWithinLimits(states, now);
    requireUnblocked(requireFound(seal));
    throw new AppError("conversation_expired");
  }
  return { message: "Your line is sealed until the end of the day." };
}

/** An encrypted copy of a revealed address is kept, in case the partner reports it. */
export async function withdrawAddress(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<{ message: string }> {
  const now = deps.clock.now();
  const key = { conversationId, memberId: viewer.memberId, now };
  const line = await findRevealedLine(deps.db, key, now);
  const words = line ? await encryptLine(deps, line, now) : null;
  requireFound(await deleteAddress(deps.db, key, words));
  return { message: "Your line is gone." };
}

const windowsOf = ({ memberId }: Viewer, now: number): RateWindows => ({
  windows: [{ key: `addresses:${memberId}`, limit: LIMITS.addresses, memberId }],
  now,
});
