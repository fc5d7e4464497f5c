import { MS_PER_MINUTE, MS_PER_SECOND } from "./constants";

/*
 * How a page asks whether tonight's run is published, and how long it waits then before it loads: so that thousands of
 * pages, which all know midnight, neither ask nor load at once (docs/rules.md#midnight). Milliseconds throughout; `chance` is
 * a number from 0 to 1 of the page's own.
 */

/** The answer of `GET /draw.json`, the same for each client. */
export interface DrawAnswer {
  published: boolean;
  /** Over how many seconds the pages' loads are to be spread. */
  spread_s: number;
}

/** How long an isolate of the server keeps the answer that the run is not published. */
export const DRAW_ANSWER_KEPT_MS = 2 * MS_PER_SECOND;

const SHORTEST_MS = 3 * MS_PER_SECOND;
const LONGEST_MS = MS_PER_MINUTE;
/** The pause grows with the time since midnight, and is this part of it. */
const GROWTH = 1 / 30;
/** The pauses of two pages differ by up to a fifth. */
const JITTER = 0.1;

/** Pages that load per second at most, and the longest that one waits for its turn. */
const LOADS_PER_SECOND = 200;
const LONGEST_SPREAD_S = 600;

/** @param pages that may be open */
export const spreadFor = (pages: number) =>
  Math.min(LONGEST_SPREAD_S, Math.ceil(pages / LOADS_PER_SECOND));

/** The pause before a page's first question, at midnight or when it comes into sight again. */
export const pauseBeforeFirst = (chance: number) => chance * SHORTEST_MS;

/** The pause before the next question, after one that was answered with no, or not at all. */
export function pauseBeforeNext(sinceMidnight: number, chance: number): number {
  const even = Math.max(SHORTEST_MS, sinceMidnight * GROWTH);
  return Math.min(LONGEST_MS, even * (1 - JITTER + 2 * JITTER * chance));
}

/** What a question and a load take themselves. */
const ANSWERS_MS = MS_PER_SECOND;

/**
 * The pause before a page loads what is published: a random share of the spread. The pauses between questions and the answers
 * that isolates keep have spread the pages over as much already.
 */
export function pauseBeforeLoad(spreadS: number, sinceMidnight: number, chance: number): number {
  const spread = pauseBeforeNext(sinceMidnight, 1) + DRAW_ANSWER_KEPT_MS + ANSWERS_MS;
  return chance * Math.max(0, spreadS * MS_PER_SECOND - spread);
}
