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
  type SealRow,
} from "~/db/conversation/sealed-addresses";
import { requireUnblocked } from "./access";
import type { AddressInput } from "./schemas";

/*
 * Sealed addresses (docs/rules.md#sealed-addresses). Before the reveal nothing here depends on whether the partner left
 * a line: one query reads both lines for either viewer, and `theirs` is dropped before any other code uses it.
 */

/** @throws AppError `conversation_not_found` for anyone but the conversation's two members */
function requireSeal(row: SealRow | undefined): SealRow {
  if (!row) throw new AppError("conversation_not_found");
  return row;
}

/**
 * The viewer's own line, and after the reveal the partner's (docs/rules.md#sealed-addresses). Once both are revealed,
 * blocks and reports hide neither.
 * @throws AppError `conversation_not_found`; before the reveal also `blocked_by_you`, `blocked_by_partner`
 */
export async function readAddresses(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<AddressesDto> {
  const key = { conversationId, memberId: viewer.memberId };
  const row = requireSeal(await findSeal(deps.db, key, deps.clock.now()));
  const revealed = row.revealed === 1;
  if (!revealed) requireUnblocked(row);
  return {
    mine: row.mine,
    // After the reveal, a member who withdraws their own line loses the partner's too.
    theirs: revealed && row.mine !== null ? row.theirs : null,
    opensAt: toIso(row.published_at),
    revealed,
  };
}

/**
 * Stores the viewer's line in place of an earlier one.
 * @throws AppError `too_many_requests`, `conversation_not_found`, `blocked_by_you`, `blocked_by_partner`,
 * `conversation_expired`
 */
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
    requireUnblocked(requireSeal(seal));
    throw new AppError("conversation_expired");
  }
  return { message: "Your line is sealed until the end of the day." };
}

/**
 * Withdraws the viewer's own line. A line that is withdrawn before the reveal leaves no trace. After the reveal, it
 * disappears for both members, and an encrypted copy is kept only for a report. No error if there was no line.
 * @throws AppError `conversation_not_found`
 */
export async function withdrawAddress(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<{ message: string }> {
  const now = deps.clock.now();
  const key = { conversationId, memberId: viewer.memberId, now };
  const line = await findRevealedLine(deps.db, key, now);
  const words = line ? await encryptLine(deps, line, now) : null;
  requireSeal(await deleteAddress(deps.db, key, words));
  return { message: "Your line is gone." };
}

const windowsOf = ({ memberId }: Viewer, now: number): RateWindows => ({
  windows: [{ key: `addresses:${memberId}`, limit: LIMITS.addresses, memberId }],
  now,
});
