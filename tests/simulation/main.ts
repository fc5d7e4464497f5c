import fc from "fast-check";
import { findFaults } from "./checker";
import { installGlobals } from "./globals";
import { type NightBug, type NightGround, prepareNights, runNights } from "./nights/night-world";
import { describeNights, nightArbitrary } from "./nights/plan";
import { describePlan, planArbitrary } from "./plan";
import {
  type Bug,
  type Ground,
  type Outcome,
  prepareGround,
  readSchema,
  runHistory,
} from "./world";

export { BUGS } from "./bugs";
export { NIGHT_BUGS } from "./nights/night-bugs";
export { prepareGround };

export interface SimulationOptions {
  ground: Ground;
  /** The most histories. */
  runs: number;
  seed: number;
  bug?: Bug | null;
  /** Whether a history that fails is shortened. */
  isShrunk?: boolean;
}

export interface SimulationResult {
  /** Number of runs: all, or up to the first that fails. */
  runs: number;
  histories: number;
  /** Sum of the steps of these histories. */
  steps: number;
  /** A digest of the results of all nights, the same for the same seed. */
  digest: number;
  /** The history that fails, shortened, and its faults as text; null if all are sound. */
  failure: string | null;
}

const MAX_STEPS = 8;
/** The most deeds of members, admins and operators in one history of nights. */
const MAX_DEEDS = 60;
/** Number of histories per seed. */
const CHUNK = 100;
/** The most shorter histories that are tried once one has failed: twenty minutes of nights. The shortest is shown. */
const MOST_TRIES = 4_000;

/** Lists the faults of a history as text. */
function judge({ history, errors, complaints }: Outcome): string[] {
  return [
    ...findFaults(history).map(({ rule, what }) => `${rule}: ${what}`),
    ...complaints,
    ...errors.map(describeError),
  ];
}

const describeError = (error: unknown) =>
  `thrown: ${error instanceof Error ? error.stack : String(error)}`;

/** Runs histories, one after the other, until one fails, and shrinks that one. */
export async function simulate({
  ground,
  bug,
  ...options
}: SimulationOptions): Promise<SimulationResult> {
  return check(options, {
    plans: planArbitrary(MAX_STEPS),
    toText: describePlan,
    run(plan) {
      const outcome = runHistory(ground, plan, bug);
      return { faults: judge(outcome), count: 1, steps: outcome.steps };
    },
  });
}

/** @param root of the repository, for its migrations */
export const prepareNightGround = (root: string) => prepareNights(readSchema(root));

export interface NightsOptions extends Omit<SimulationOptions, "ground" | "bug"> {
  ground: NightGround;
  bug?: NightBug | null;
  /** Counts how often each status of an answer, deed, mail and notification was reached, by name. */
  reached?: Map<string, number>;
  /** Number of histories of the first seed that are skipped. */
  skip?: number;
}

/** {@link simulate} for days of a population, with `runs` as nights. */
export async function simulateNights({
  ground,
  bug,
  reached = new Map(),
  skip = 0,
  ...options
}: NightsOptions): Promise<SimulationResult> {
  let left = skip;
  const result = await check(options, {
    plans: nightArbitrary(MAX_DEEDS),
    toText: describeNights,
    run(plan) {
      if (left-- > 0) return { faults: [], count: 0, steps: 0 };
      const outcome = runNights(ground, plan, bug);
      for (const [what, n] of outcome.reached) reached.set(what, (reached.get(what) ?? 0) + n);
      const faults = [...outcome.complaints, ...outcome.errors.map(describeError)];
      return { faults, count: outcome.nights, steps: outcome.steps, digest: outcome.digest };
    },
  });
  // The product's statement was rewritten since, so a failure that was found is not this bug.
  if (bug?.made?.changes === 0) throw new Error(`No statement has what "${bug.name}" changes.`);
  return result;
}

/** A kind of history: how one is drawn, run and written as text. */
interface Kind<Plan> {
  plans: fc.Arbitrary<Plan>;
  toText(plan: Plan): string;
  /** @returns its faults, and the number of runs that it counts as */
  run(plan: Plan): { faults: string[]; count: number; steps: number; digest?: number };
}

async function check<Plan>(
  options: Pick<SimulationOptions, "runs" | "seed" | "isShrunk">,
  kind: Kind<Plan>,
): Promise<SimulationResult> {
  const { runs, seed } = options;
  const result: SimulationResult = { runs: 0, histories: 0, steps: 0, digest: 0, failure: null };
  const uninstall = installGlobals();
  const { stackTraceLimit } = Error;
  // Refusals are errors, and most histories have some; only a reported one needs its stack.
  Error.stackTraceLimit = 0;
  try {
    for (let chunk = 0; result.runs < runs && !result.failure; chunk += CHUNK) {
      await runChunk(options, seed + chunk, kind, result);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    uninstall();
  }
  return result;
}

/** Runs in a turn of the loop of its own, because promise reactions can't be run from within one. */
function runChunk<Plan>(
  { runs, isShrunk = true }: Pick<SimulationOptions, "runs" | "isShrunk">,
  seed: number,
  { plans, toText, run }: Kind<Plan>,
  result: SimulationResult,
): Promise<void> {
  let isFound = false;
  let tries = 0;
  const property = fc.property(plans, (plan) => {
    if (isFound ? tries++ >= MOST_TRIES : result.runs >= runs) return true;
    const { faults, count, steps, digest = 0 } = run(plan);
    const isSound = faults.length === 0;
    if (!isFound) {
      result.runs += count;
      result.histories += 1;
      result.steps += steps;
      result.digest = (Math.imul(result.digest, 31) + digest) | 0;
    }
    isFound ||= !isSound;
    return isSound;
  });
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        const found = fc.check(property, { numRuns: CHUNK, seed, endOnFailure: !isShrunk });
        const plan = found.counterexample?.[0];
        if (plan) {
          Error.stackTraceLimit = 20;
          result.failure = [`--seed ${seed}`, toText(plan), ...run(plan).faults].join("\n");
        }
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}
