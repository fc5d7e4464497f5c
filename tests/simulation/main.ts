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
  /** Histories at most. */
  runs: number;
  seed: number;
  bug?: Bug | null;
  /** Whether a history that fails is made as short as it can be. */
  isShrunk?: boolean;
}

export interface SimulationResult {
  /** What was run: all of it, or up to the first that fails. */
  runs: number;
  histories: number;
  /** Steps of these histories together. */
  steps: number;
  /** What all nights came to: the same for the same seed. */
  digest: number;
  /** The (shortest) history that fails and what is wrong with it, for a person; null when all are sound. */
  failure: string | null;
}

const MAX_STEPS = 8;
/** Of members, admins and operators in some days. */
const MAX_DEEDS = 60;
/** Histories of one seed. */
const CHUNK = 100;
/** Shorter histories that are tried once one has failed: twenty minutes of nights. The shortest by then is shown. */
const MOST_TRIES = 4_000;

/** What is wrong with a history, one line each; empty when all is well. */
function judge({ history, errors, complaints }: Outcome): string[] {
  return [
    ...findFaults(history).map(({ rule, what }) => `${rule}: ${what}`),
    ...complaints,
    ...errors.map(describeError),
  ];
}

const describeError = (error: unknown) =>
  `thrown: ${error instanceof Error ? error.stack : String(error)}`;

/** Runs histories, one after the other, until one is wrong; shrinks that one. */
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
  /** Counts what was reached, by its name. */
  reached?: Map<string, number>;
  /** Histories of the first seed that are left out. */
  skip?: number;
}

/** {@link simulate} for days of a population: `runs` are nights. */
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
  // A statement that was rewritten; what was found is then not this bug.
  if (bug?.made?.changes === 0) throw new Error(`No statement has what "${bug.name}" changes.`);
  return result;
}

/** A kind of history: how one is drawn, run and told. */
interface Kind<Plan> {
  plans: fc.Arbitrary<Plan>;
  toText(plan: Plan): string;
  /** @returns what is wrong with it, and what it counts as */
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
  // Refusals are errors, and most histories have some; only what is reported needs their stacks.
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

/** In a turn of the loop of its own: promise reactions can't be run from within one. */
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
