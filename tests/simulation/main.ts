import fc from "fast-check";
import { findFaults } from "./checker";
import { installGlobals } from "./globals";
import { describePlan, type Plan, planArbitrary } from "./plan";
import { type Bug, type Ground, prepareGround, runHistory } from "./world";

export { BUGS } from "./bugs";
export { prepareGround };

interface SimulationOptions {
  ground: Ground;
  /** The most histories. */
  runs: number;
  seed: number;
  bug?: Bug | null;
  /** Whether a history that fails is shortened. */
  isShrunk?: boolean;
}

interface SimulationResult {
  /** Number of histories: all, or up to the first that fails. */
  histories: number;
  /** Sum of the steps of these histories. */
  steps: number;
  /** The history that fails, shortened, and its faults as text; null if all are sound. */
  failure: string | null;
}

const MAX_STEPS = 8;

const describeError = (error: unknown) =>
  `thrown: ${error instanceof Error ? error.stack : String(error)}`;

/** Runs histories, one after the other, until one fails, and shrinks that one. */
export function simulate({
  ground,
  bug,
  runs,
  seed,
  isShrunk = true,
}: SimulationOptions): Promise<SimulationResult> {
  const result: SimulationResult = { histories: 0, steps: 0, failure: null };
  let isFound = false;
  const run = (plan: Plan) => {
    const { history, complaints, errors, steps } = runHistory(ground, plan, bug);
    if (!isFound) {
      result.histories += 1;
      result.steps += steps;
    }
    const faults = findFaults(history).map(({ rule, what }) => `${rule}: ${what}`);
    return [...faults, ...complaints, ...errors.map(describeError)];
  };
  const property = fc.property(planArbitrary(MAX_STEPS), (plan) => {
    const isSound = run(plan).length === 0;
    isFound ||= !isSound;
    return isSound;
  });
  // A turn of the loop of its own, because promise reactions can't be run from within one.
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      const uninstall = installGlobals();
      const { stackTraceLimit } = Error;
      // Refusals are errors, and most histories have some; only a reported one needs its stack.
      Error.stackTraceLimit = 0;
      try {
        const found = fc.check(property, { numRuns: runs, seed, endOnFailure: !isShrunk });
        const plan = found.counterexample?.[0];
        if (plan) {
          Error.stackTraceLimit = 20;
          result.failure = [describePlan(plan), ...run(plan)].join("\n");
        }
        resolve(result);
      } catch (error) {
        reject(error);
      } finally {
        Error.stackTraceLimit = stackTraceLimit;
        uninstall();
      }
    });
  });
}
