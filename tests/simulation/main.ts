import fc from "fast-check";
import { findFaults } from "./checker";
import { planArbitrary } from "./plan";
import { type Ground, prepareGround, runHistory } from "./world";

export { prepareGround };

interface SimulationOptions {
  ground: Ground;
  runs: number;
  seed: number;
  isShrunk?: boolean;
}

const describe = (error: unknown) => (error instanceof Error ? error.stack : String(error));

/** Runs histories until one fails, and then shrinks the failed one. */
export function simulate({ ground, runs, seed, isShrunk = true }: SimulationOptions) {
  let steps = 0;
  const property = fc.property(planArbitrary, (plan) => {
    const outcome = runHistory(ground, plan);
    steps += outcome.steps;
    const faults = findFaults(outcome.history).map(({ rule, what }) => `${rule}: ${what}`);
    const all = [...faults, ...outcome.complaints, ...outcome.errors.map(describe)];
    if (all.length > 0) throw new Error(all.join("\n"));
  });
  // A history runs promise reactions itself, which is impossible inside a reaction. So it begins in a new turn of
  // Node's event loop.
  return new Promise<{ histories: number; steps: number; failure: string | null }>((resolve) => {
    setImmediate(() => {
      const endOnFailure = !isShrunk;
      const options = { numRuns: runs, seed, endOnFailure, includeErrorInReport: true };
      const found = fc.check(property, options);
      const failure = fc.defaultReportMessage(found) ?? null;
      resolve({ histories: found.numRuns, steps, failure });
    });
  });
}
