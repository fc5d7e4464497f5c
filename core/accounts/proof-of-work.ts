import {
  type Challenge,
  createChallenge,
  randomInt,
  type Solution,
  verifySolution,
} from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { z } from "zod";
import { PROOF_LIFE_MS } from "~/core/shared/constants";

/** PBKDF2 rounds per key. A browser tries about 200 keys in about a second. A verification takes one HMAC. */
const COST = 5_000;
const [FEWEST_TRIES, MOST_TRIES] = [100, 300];

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
/** Only the fields that we read. The signature covers all fields. */
const proofSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal("PBKDF2/SHA-256"),
      expiresAt: z.number(),
      data: z.object({ for: z.string() }),
    }),
    signature: hex,
  }),
  solution: z.looseObject({ counter: z.int(), derivedKey: hex }),
});

const secretsOf = ({ signingSecret }: { signingSecret: string }) => ({
  hmacSignatureSecret: `proof-of-work/challenge:${signingSecret}`,
  hmacKeySignatureSecret: `proof-of-work/key:${signingSecret}`,
});

/** ALTCHA's proof of work. No other service is called, and no challenge is stored. */
export function createProofChallenge(
  config: { signingSecret: string },
  purpose: string,
  now: number,
): Promise<object> {
  return createChallenge({
    ...secretsOf(config),
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(MOST_TRIES, FEWEST_TRIES),
    deriveKey,
    data: { for: purpose },
    expiresAt: Math.floor((now + PROOF_LIFE_MS) / 1000),
  });
}

/** @returns the challenge's id; null unless the challenge was made for this purpose and is solved */
export async function verifyProof(
  config: { signingSecret: string },
  proof: string,
  purpose: string,
): Promise<{ id: string } | null> {
  const parsed = proofSchema.safeParse(decode(proof));
  if (!parsed.success || parsed.data.challenge.parameters.data.for !== purpose) return null;
  const { challenge, solution } = parsed.data;
  const { verified } = await verifySolution({
    ...secretsOf(config),
    // The casts: the schema checks only the parameters listed in it. `challenge.signature` covers the others, which are
    // the library's own.
    challenge: challenge as unknown as Challenge,
    solution: solution as Solution,
    deriveKey,
  });
  return verified ? { id: challenge.signature } : null;
}

function decode(proof: string): unknown {
  try {
    return JSON.parse(atob(proof));
  } catch {
    return null;
  }
}
