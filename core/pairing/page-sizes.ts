/** Sizes of what a run asks of the database, or hands it, at once. */
export interface PageSizes {
  /** Members read by one statement. */
  members: number;
  /** Pairs read by one statement, 16 bytes each. */
  pairs: number;
  /** Pairs, or members left out, that one statement writes as one JSON parameter, 50 bytes each. */
  written: number;
}

/*
 * A page is garbage as soon as it is read, and what each query leaves behind for the collector is as much as some hundred rows:
 * these sizes take the least memory.
 */
const SMALL: PageSizes = { members: 2_500, pairs: 10_000, written: 2_500 };
/**
 * For more members: the fewest calls without an answer of more than a megabyte. A Worker may make 1,000 calls to D1 in one
 * invocation, and a run of a million members with a month behind it makes some 680 this way, signs of life included.
 */
const LARGE: PageSizes = { members: 5_500, pairs: 60_000, written: 5_000 };
const MOST_FOR_SMALL = 200_000;

/** @param keys how many keys of members there are: no fewer than members */
export const pageSizesFor = (keys: number): PageSizes => (keys <= MOST_FOR_SMALL ? SMALL : LARGE);
