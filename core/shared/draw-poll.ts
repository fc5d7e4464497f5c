import { MS_PER_MINUTE, MS_PER_SECOND } from "./constants";

/*
 * When a page asks whether tonight's run is published, and when it loads the result. Thousands of pages are open at
 * midnight, and must not all ask or load at once (docs/rules.md#midnight). Times are in milliseconds. `chance` is a
 * random number from 0 to 1 that each page draws.
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
 * A random part of the spread. The spread is shortened first, because the random pauses between polls and the isolates'
 * kept answers have already spread the pages a little.
 */
export function pauseBeforeLoad(spreadS: number, sinceMidnight: number, chance: number): number {
  const spread = pauseBeforeNext(sinceMidnight, 1) + DRAW_ANSWER_KEPT_MS + ANSWERS_MS;
  return chance * Math.max(0, spreadS * MS_PER_SECOND - spread);
}
