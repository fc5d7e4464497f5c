/** Sizes of a run's reads and writes: rows in one statement. */
export interface PageSizes {
  /** Members read by one statement. */
  members: number;
  /** Pairs read by one statement, 16 bytes each. */
  pairs: number;
}

/**
 * Pairs written by one statement, as one JSON parameter of 50 bytes each. A pair is a row, seven entries of indexes and two cards: with
 * 5,000 a statement computed 2.6 s on a busy machine, and 2 s are the most.
 */
export const WRITTEN_PAIRS = 2_500;
/** Members left out that one statement writes: a tenth of a pair's work each. */
export const WRITTEN_DAY_OFFS = 10_000;

/*
 * A page is garbage as soon as it is read, and what each query leaves behind for the collector is as much as some hundred rows:
 * these sizes take the least memory.
 */
const SMALL: PageSizes = { members: 2_500, pairs: 10_000 };
/**
 * For more members: the fewest calls without an answer of more than a megabyte. A Worker may make 1,000 calls to D1 in one
 * invocation, and a run of a million members with a month behind it makes some 690 this way, signs of life included.
 */
const LARGE: PageSizes = { members: 5_500, pairs: 60_000 };
const MOST_FOR_SMALL = 200_000;

/** @param keys how many keys of members there are: no fewer than members */
export const pageSizesFor = (keys: number): PageSizes => (keys <= MOST_FOR_SMALL ? SMALL : LARGE);
