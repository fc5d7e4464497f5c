import fc from "fast-check";
import { findFaults } from "./checker";
import { installGlobals } from "./globals";
import { type Plan, planArbitrary } from "./plan";
import { type Ground, prepareGround, runHistory } from "./world";

export { prepareGround };

interface SimulationOptions {
  ground: Ground;
  /** The most histories. */
  runs: number;
  seed: number;
  /** Whether a history that fails is shortened. */
  isShrunk?: boolean;
}

interface SimulationResult {
  /** Number of histories: all, or up to the first that fails. */
  histories: number;
  /** Sum of the steps of all histories that were run. */
  steps: number;
  /** fast-check's report of the history that fails; null if all are sound. */
  failure: string | null;
}

/** The faults, and the stack of the first error that the code under test did not catch. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return `${error.message}\n${cause instanceof Error ? cause.stack : ""}`;
}

/** Runs histories, one after the other, until one fails, and shrinks that one. */
export function simulate({
  ground,
  runs,
  seed,
  isShrunk = true,
}: SimulationOptions): Promise<SimulationResult> {
  let steps = 0;
  const property = fc.property(planArbitrary, (plan: Plan) => {
    const outcome = runHistory(ground, plan);
    steps += outcome.steps;
    const faults = findFaults(outcome.history).map(({ rule, what }) => `${rule}: ${what}`);
    const all = [...faults, ...outcome.complaints, ...outcome.errors.map(String)];
    if (all.length > 0) throw new Error(all.join("\n"), { cause: outcome.errors[0] });
  });
  // A turn of the loop of its own, because promise reactions can't be run from within one.
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      const uninstall = installGlobals();
      try {
        const found = fc.check(property, { numRuns: runs, seed, endOnFailure: !isShrunk });
        const error = found.errorInstance;
        const failure = found.failed
          ? `${fc.defaultReportMessage(found)}\n${explain(error)}`
          : null;
        resolve({ histories: found.numRuns, steps, failure });
      } catch (error) {
        reject(error);
      } finally {
        uninstall();
      }
    });
  });
}
