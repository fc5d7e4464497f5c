import {
  type Challenge,
  createChallenge,
  randomInt,
  type Solution,
  verifySolution,
} from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { z } from "zod";
import type { Config, Deps } from "~/core/deps";
import { LIMITS, type Limit, PROOF_AFTER, PROOF_LIFE_MS } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { countIfRoom, type WindowStates } from "~/db/accounts/rate-window";
import { digestAddress } from "./limit-windows";

const ALGORITHM = "PBKDF2/SHA-256";
/** PBKDF2 rounds per key. A browser tries about 200 keys in about a second. A verification takes one HMAC. */
const COST = 5_000;
const [FEWEST_TRIES, MOST_TRIES] = [100, 300];

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
const proofSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(ALGORITHM),
      expiresAt: z.number(),
      data: z.object({ for: z.string() }),
    }),
    signature: hex,
  }),
  solution: z.looseObject({ counter: z.int(), derivedKey: hex }),
});

const secretsOf = ({ signingSecret }: Config) => ({
  hmacSignatureSecret: `proof-of-work/challenge:${signingSecret}`,
  hmacKeySignatureSecret: `proof-of-work/key:${signingSecret}`,
});

/**
 * If the count of a limit has reached its threshold, a proof of work is required. Thresholds are below the limits
 * (docs/rules.md#limits).
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
  /** The counts of the limits, without this attempt. */
  states: WindowStates;
  proof: string | undefined;
  now: number;
}

/**
 * Requires ALTCHA's proof of work if the configuration says `always`, or if it says `above_threshold` and one of the
 * counters in `states` has reached its threshold. A proof is valid once, for one kind of action from one network
 * address.
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
  const purpose = `${action}:${digestAddress(deps, address)}`;
  const id = proof === undefined ? null : await verifyProof(config, proof, purpose);
  if (id !== null && (await markUsed(deps, id, now))) return;
  const challenge = await createChallenge({
    ...secretsOf(config),
    algorithm: ALGORITHM,
    cost: COST,
    counter: randomInt(MOST_TRIES, FEWEST_TRIES),
    deriveKey,
    data: { for: purpose },
    expiresAt: Math.floor((now + PROOF_LIFE_MS) / 1000),
  });
  throw new AppError("proof_required", { extra: { challenge } });
}

/** @returns the challenge's id; null unless the challenge was made for this purpose and is solved */
async function verifyProof(config: Config, proof: string, purpose: string): Promise<string | null> {
  const parsed = proofSchema.safeParse(decode(proof));
  if (!parsed.success || parsed.data.challenge.parameters.data.for !== purpose) return null;
  const { challenge, solution } = parsed.data;
  const { verified } = await verifySolution({
    ...secretsOf(config),
    // The casts: the schema checks only the fields that we read. The library checks by the signature that the challenge
    // is ours.
    challenge: challenge as unknown as Challenge,
    solution: solution as Solution,
    deriveKey,
  });
  return verified ? challenge.signature : null;
}

function decode(proof: string): unknown {
  try {
    return JSON.parse(atob(proof));
  } catch {
    return null;
  }
}

/** @returns false if the proof was used before */
async function markUsed({ db }: Deps, id: string, now: number): Promise<boolean> {
  const limit = { limit: 1, windowMs: PROOF_LIFE_MS, refusal: "" };
  const windows = { windows: [{ key: `proof:${id}`, limit, memberId: null }], now };
  return (await countIfRoom(db, windows)).counted;
}
