import { MS_PER_MINUTE, MS_PER_SECOND } from "./constants";

/*
 * When a page asks whether tonight's run is published, and when it loads after that. Thousands of pages reach midnight
 * together and must not poll or load together (docs/rules.md#midnight). Times are in milliseconds. `chance` is the
 * page's own random number from 0 to 1.
 */

export interface DrawAnswer {
  published: boolean;
  /** Seconds over which the pages' loads are spread. */
  spread_s: number;
}

/** How long an isolate keeps the answer that the run isn't published. */
export const DRAW_ANSWER_KEPT_MS = 2 * MS_PER_SECOND;

const SHORTEST_MS = 3 * MS_PER_SECOND;
const LONGEST_MS = MS_PER_MINUTE;
/** The pause between two polls is this share of the time since midnight. */
const GROWTH = 1 / 30;
/** A pause is up to a tenth shorter or longer at random. */
const JITTER = 0.1;

const LOADS_PER_SECOND = 200;
const LONGEST_SPREAD_S = 600;

export const spreadFor = (pages: number) =>
  Math.min(LONGEST_SPREAD_S, Math.ceil(pages / LOADS_PER_SECOND));

export const pauseBeforeFirst = (chance: number) => chance * SHORTEST_MS;

export function pauseBeforeNext(sinceMidnight: number, chance: number): number {
  const even = Math.max(SHORTEST_MS, sinceMidnight * GROWTH);
  return Math.min(LONGEST_MS, even * (1 - JITTER + 2 * JITTER * chance));
}

const ANSWERS_MS = MS_PER_SECOND;

/**
 * A random share of the spread. The pauses between polls and the kept answers of the isolates have already spread the
 * pages a little. The spread is shortened by that time.
 */
export function pauseBeforeLoad(spreadS: number, sinceMidnight: number, chance: number): number {
  const spread = pauseBeforeNext(sinceMidnight, 1) + DRAW_ANSWER_KEPT_MS + ANSWERS_MS;
  return chance * Math.max(0, spreadS * MS_PER_SECOND - spread);
}
