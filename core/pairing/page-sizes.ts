/** Rows in one statement of a run. */
interface PageSizes {
  members: number;
  /** 16 bytes each. */
  pairs: number;
}

/**
 * Pairs that one statement writes, as one JSON parameter with 50 bytes per pair. Each pair writes a row, seven index
 * entries and two cards. 5,000 pairs took 2.6 s on a busy machine, more than the limit of 2 s.
 */
export const WRITTEN_PAIRS = 2_500;
/** A left-out member takes about a tenth of a pair's time. */
export const WRITTEN_DAY_OFFS = 10_000;
/** The most members whose waits one statement changes. A single statement for a million members took 3.4 s. */
const MEMBERS_PER_WAIT_PART = 250_000;

/*
 * A page becomes garbage once it is read, and each query leaves as much garbage as hundreds of rows. These sizes use
 * the least memory.
 */
const SMALL: PageSizes = { members: 2_500, pairs: 10_000 };
/**
 * Makes the fewest calls whose answers stay below a megabyte. A Worker may make 1,000 D1 calls per invocation. With
 * these sizes a run of a million members and a month of history makes some 690, lease renewals included.
 */
const LARGE: PageSizes = { members: 5_500, pairs: 60_000 };
const MOST_FOR_SMALL = 200_000;

/**
 * Number of statements that share the changes of members' waits.
 * @param keys as for {@link pageSizesFor}
 */
export const waitPartsFor = (keys: number): number => Math.ceil(keys / MEMBERS_PER_WAIT_PART) || 1;

/** @param keys number of member keys, at least the number of members */
export const pageSizesFor = (keys: number): PageSizes => (keys <= MOST_FOR_SMALL ? SMALL : LARGE);
