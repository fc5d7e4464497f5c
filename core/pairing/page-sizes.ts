/** Sizes of a run's reads and writes: rows in one statement. */
interface PageSizes {
  /** Members read by one statement. */
  members: number;
  /** Pairs read by one statement, 16 bytes each. */
  pairs: number;
}

/**
 * Pairs written by one statement, as one JSON parameter of 50 bytes each. A pair is a row, seven index entries and two
 * cards: with 5,000 pairs a statement took 2.6 s on a busy machine, and 2 s is the limit.
 */
export const WRITTEN_PAIRS = 2_500;
/** Left-out members written by one statement: each is a tenth of a pair's work. */
export const WRITTEN_DAY_OFFS = 10_000;
/** Members of a run whose waits share a statement: for a million members one statement computed 3.4 s. */
const MEMBERS_PER_WAIT_PART = 250_000;

/*
 * A page becomes garbage as soon as it is read, and each query leaves as much garbage as some hundred rows do. These
 * sizes use the least memory.
 */
const SMALL: PageSizes = { members: 2_500, pairs: 10_000 };
/**
 * Sizes for more members: the fewest calls whose answers stay within a megabyte. A Worker may make 1,000 calls to D1 in
 * one invocation. With these sizes a run of a million members with a month of history makes some 690, renewals of the
 * lease included.
 */
const LARGE: PageSizes = { members: 5_500, pairs: 60_000 };
const MOST_FOR_SMALL = 200_000;

/** Statements that share the changes of members' waits. @param keys as for {@link pageSizesFor} */
export const waitPartsFor = (keys: number): number => Math.ceil(keys / MEMBERS_PER_WAIT_PART) || 1;

/** @param keys number of member keys, which is at least the number of members */
export const pageSizesFor = (keys: number): PageSizes => (keys <= MOST_FOR_SMALL ? SMALL : LARGE);
