import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

type Challenge = Parameters<typeof solveChallenge>[0]["challenge"];

/**
 * Solves a challenge of the server. Takes about a second.
 * @returns the text that the form sends; null if there is no solution
 */
export async function solveProof(challenge: object): Promise<string | null> {
  const given = challenge as Challenge;
  const solution = await solveChallenge({ challenge: given, deriveKey });
  return solution && btoa(JSON.stringify({ challenge: given, solution }));
}
