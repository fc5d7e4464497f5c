import fc from "fast-check";
import { findFaults } from "./checker";
import { installGlobals } from "./globals";
import { describePlan, planArbitrary } from "./plan";
import { type Bug, type Ground, type Outcome, prepareGround, runHistory } from "./world";

export { BUGS } from "./bugs";
export { prepareGround };

export interface SimulationOptions {
  ground: Ground;
  /** Histories at most. */
  runs: number;
  seed: number;
  bug?: Bug | null;
  /** Whether a history that fails is made as short as it can be. */
  isShrunk?: boolean;
}

export interface SimulationResult {
  /** Histories that were run: all of them, or up to the first that fails. */
  runs: number;
  /** Steps of these histories together. */
  steps: number;
  /** The (shortest) history that fails and what is wrong with it, for a person; null when all are sound. */
  failure: string | null;
}

const MAX_STEPS = 8;
/** Histories of one seed. */
const CHUNK = 100;

/** What is wrong with a history, one line each; empty when all is well. */
function judge({ history, errors, complaints }: Outcome): string[] {
  return [
    ...findFaults(history).map(({ rule, what }) => `${rule}: ${what}`),
    ...complaints,
    ...errors.map((error) => `thrown: ${error instanceof Error ? error.stack : String(error)}`),
  ];
}

/** Runs histories, one after the other, until one is wrong; shrinks that one. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { runs, seed } = options;
  const result: SimulationResult = { runs: 0, steps: 0, failure: null };
  const uninstall = installGlobals();
  const { stackTraceLimit } = Error;
  // Refusals are errors, and most histories have some; only what is reported needs their stacks.
  Error.stackTraceLimit = 0;
  try {
    while (result.runs < runs && !result.failure) {
      const count = Math.min(CHUNK, runs - result.runs);
      await runChunk(options, count, seed + result.runs, result);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    uninstall();
  }
  return result;
}

/** In a turn of the loop of its own: promise reactions can't be run from within one. */
function runChunk(
  { ground, bug, isShrunk = true }: SimulationOptions,
  count: number,
  seed: number,
  result: SimulationResult,
): Promise<void> {
  let isFound = false;
  const property = fc.property(planArbitrary(MAX_STEPS), (plan) => {
    const outcome = runHistory(ground, plan, bug);
    const isSound = judge(outcome).length === 0;
    if (!isFound) {
      result.runs += 1;
      result.steps += outcome.steps;
    }
    isFound ||= !isSound;
    return isSound;
  });
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        const found = fc.check(property, { numRuns: count, seed, endOnFailure: !isShrunk });
        const plan = found.counterexample?.[0];
        if (plan) {
          Error.stackTraceLimit = 20;
          const faults = judge(runHistory(ground, plan, bug));
          result.failure = [`--seed ${seed}`, describePlan(plan), ...faults].join("\n");
        }
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}
