import type {
  Alert,
  AlertNews,
  AlertState,
  AlertWay,
  Clock,
  Logger,
  Metrics,
  WatchMemory,
} from "~/core/ports";
import { BRAND } from "~/core/shared/brand";
import { MS_PER_SECOND } from "~/core/shared/constants";
import { withTimeLimit } from "~/core/shared/time-limit";
import type { Database } from "~/db/client";
import { readWatchRows, type WatchRows } from "~/db/queries/watch";
import { FACT_NAMES, FACTS, type Fact, type Readings, TALLIES } from "./facts";
import { planAlert } from "./plan-alert";

/** Time limit after which the database counts as not answering. */
const PATIENCE_MS = 20 * MS_PER_SECOND;

/** Dependencies of the watch; it handles no member's data. */
export interface WatchDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  memory: WatchMemory;
  ways: AlertWay[];
  /** Number of tries from which on a job that may not be parked counts as stuck. */
  mostTries: number;
}

/**
 * Looks at every fact. Reports on each way the facts that have turned bad, have been bad for another day, or are good
 * again (docs/rules.md#watch). If a way did not accept an alert, the next look sends it again.
 * @returns the facts that are bad
 * @throws when the memory can't be reached; the heartbeat then stops, which an outside watch notices
 */
export async function runWatch(deps: WatchDeps): Promise<Fact[]> {
  const { clock, logger, memory, ways } = deps;
  const readings = await readFacts(deps);
  const told = await memory.begin(clock.now());
  const judged = FACT_NAMES.map((fact) => ({ fact, text: FACTS[fact](readings) }));
  const bad = judged.filter(({ text }) => typeof text === "string").map(({ fact }) => fact);
  if (told === null) return bad;
  const states: Record<string, AlertState> = {};
  for (const { fact, text } of judged) {
    const isBad = text === undefined ? null : text !== null;
    // The state is stored even without a way of alerts, because `/healthz?deep` reads it.
    for (const way of ways.length > 0 ? ways : [NO_WAY]) {
      const key = `${way.name}:${fact}`;
      const previous = told[key] ?? null;
      const { next, news } = planAlert(previous, isBad, clock.now());
      const isTold =
        news === null || (await tryToTell(way, toAlert(fact, news, text ?? null), logger));
      const kept = isTold ? next : previous;
      if (kept) states[key] = kept;
    }
  }
  await memory.end(states, clock.now());
  if (bad.length > 0) logger.warn("watch.bad", { facts: bad });
  return bad;
}

const NO_WAY = { name: "none", tell: async () => {} };

async function readFacts({ db, clock, metrics, memory, mostTries }: WatchDeps): Promise<Readings> {
  const windows = Object.entries(TALLIES).map(([name, { windowMs }]) => [name, windowMs] as const);
  const tallies = await memory.sum(Object.fromEntries(windows));
  const now = clock.now();
  let rows: WatchRows | null = null;
  try {
    rows = await withTimeLimit(readWatchRows(db, { now, mostTries }), PATIENCE_MS);
    const { waiting, oldestWaiting } = rows.jobs;
    const oldestMs = oldestWaiting === null ? 0 : now - oldestWaiting;
    metrics.count("jobs", { waiting, oldestMs });
  } catch {
    // Ignored here, because the fact `database` reports it.
  }
  return { now, rows, tookMs: clock.now() - now, tallies };
}

const STATE_WORDS: Record<AlertNews, (fact: Fact, text: string | null) => string> = {
  bad: (_, text) => `${text}`,
  still_bad: (_, text) => `Still so: ${text}`,
  good: (fact) => `Well again: ${fact}.`,
};

const toAlert = (fact: Fact, state: AlertNews, text: string | null): Alert => ({
  fact,
  state,
  text: `${BRAND.name}: ${STATE_WORDS[state](fact, text)}`,
  runbook: `docs/runbooks.md#${fact}`,
});

async function tryToTell(
  way: { name: string; tell: AlertWay["tell"] },
  alert: Alert,
  logger: Logger,
): Promise<boolean> {
  try {
    await way.tell(alert);
    return true;
  } catch (error) {
    logger.error("watch.untold", error, { way: way.name, fact: alert.fact });
    return false;
  }
}
