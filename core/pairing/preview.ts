import type { Deps } from "~/core/deps";
import { matchPopulation } from "~/core/matching";
import type { MailSettings } from "~/core/ports";
import { readBasis } from "~/db/queries/pairing-runs";
import { loadPopulation } from "./load-population";
import { limitWork } from "./run";

export interface RunPreview {
  date: string;
  /** Adults who would be considered. */
  members: number;
  pairs: number;
  unmatched: number;
  repeats: number;
  provenMaximum: boolean;
  /** No matching has more pairs than this. */
  upperBound: number;
  /** Whom the run before left out, and how many of them this one would pair. */
  waiting: number;
  waitingPaired: number;
}

/**
 * What a run of a date would do now, without doing it: reads as the run does, writes nothing. The
 * run uses another seed: its counts will be these, its pairs will differ.
 * @param ask.date `YYYY-MM-DD`
 */
export async function previewRun(
  deps: Pick<Deps, "db" | "clock"> & { mail: Pick<MailSettings, "mustVerify"> },
  { date, seed }: { date: string; seed: string },
): Promise<RunPreview> {
  const { mustVerify } = deps.mail;
  const moment = { date, startedAt: deps.clock.now(), mustVerify };
  const { previous } = await readBasis(deps.db, moment);
  const waiting = new Set<number>();
  const { population } = await loadPopulation(deps, { ...moment, previous });
  const { keys, priorities } = population.columns;
  for (let i = 0; i < population.size; i++) {
    if (population.waits[priorities[i] as number] !== 0) waiting.add(keys[i] as number);
  }
  const matching = matchPopulation(population, { seed, ...limitWork(population.size) });
  const waitingUnpaired = matching.unmatched.filter((key) => waiting.has(key)).length;
  return {
    date,
    members: matching.eligible,
    pairs: matching.pairs.length / 2,
    unmatched: matching.unmatched.length,
    repeats: matching.repeats,
    provenMaximum: matching.provenMaximum,
    upperBound: matching.upperBound,
    waiting: waiting.size,
    waitingPaired: waiting.size - waitingUnpaired,
  };
}
