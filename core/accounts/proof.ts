import type { Deps } from "~/core/deps";
import { LIMITS, type Limit, PROOF_AFTER, PROOF_LIFE_MS } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { countIfRoom, type WindowStates } from "~/db/accounts/rate-window";
import { digestAddress } from "./limit-windows";
import { createProofChallenge, verifyProof } from "./proof-of-work";

/**
 * A window that has reached its threshold requires a proof. Thresholds are below the limits (docs/rules.md#limits).
 */
const THRESHOLDS = new Map<Limit, number>([
  [LIMITS.registrations, PROOF_AFTER.registrations],
  [LIMITS.registrationsOfNetwork, PROOF_AFTER.registrationsOfNetwork],
  [LIMITS.failedSignInsOfAddress, PROOF_AFTER.failedSignIns],
  [LIMITS.failedSignInsOfNetwork, PROOF_AFTER.failedSignInsOfNetwork],
  [LIMITS.failedSignInsOfEmail, PROOF_AFTER.failedSignIns],
]);

interface ProofRequest {
  action: "register" | "login";
  address: string;
  /** The windows before this event was counted. */
  states: WindowStates;
  proof: string | undefined;
  now: number;
}

/**
 * Requires a proof of work if the configuration says `always`, or if it says `above_threshold` and a window has reached
 * its threshold. A proof is for one action of one address, and works once.
 * @throws AppError `proof_required`, with a new challenge
 */
export async function requireProof(
  deps: Deps,
  { action, address, states, proof, now }: ProofRequest,
): Promise<void> {
  const { config } = deps;
  const isAbove = states.some(
    ({ limit, state }) => state.count >= (THRESHOLDS.get(limit) ?? Number.POSITIVE_INFINITY),
  );
  const isAsked =
    config.proofOfWork === "always" || (config.proofOfWork === "above_threshold" && isAbove);
  if (!isAsked) return;
  const purpose = `${action}:${await digestAddress(deps, address)}`;
  const solved = proof === undefined ? null : await verifyProof(config, proof, purpose);
  if (solved && (await markUsed(deps, solved.id, now))) return;
  const challenge = await createProofChallenge(config, purpose, now);
  throw new AppError("proof_required", { extra: { challenge } });
}

/** @returns false if the proof was used before */
async function markUsed({ db }: Deps, id: string, now: number): Promise<boolean> {
  const limit = { limit: 1, windowMs: PROOF_LIFE_MS, refusal: "" };
  const windows = { windows: [{ key: `proof:${id}`, limit, memberId: null }], now };
  return (await countIfRoom(db, windows)).counted;
}
