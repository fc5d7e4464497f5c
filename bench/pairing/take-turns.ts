import { pairInput } from "../../matching/tests/oracle/run-engine.ts";
import type { Input } from "../../matching/tests/oracle/types.ts";

/** Rounds for each input, of which only the fastest counts. */
const ROUNDS = 3;

/**
 * Pairs two inputs alternately.
 * @returns their outputs, each with the least CPU time in seconds
 */
export function takeTurns(inputs: [Input, Input], seed: number): [Timed, Timed] {
  const runs = inputs.map((input) => ({ input, seconds: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) {
      const before = process.cpuUsage();
      const output = pairInput(run.input, seed);
      const seconds = Math.min(run.seconds, process.cpuUsage(before).user / 1e6);
      Object.assign(run, { output, seconds });
    }
  }
  return runs as unknown as [Timed, Timed];
}

interface Timed {
  output: ReturnType<typeof pairInput>;
  seconds: number;
}

export const ratio = (one: number, other: number): string => (one / other).toFixed(2);
