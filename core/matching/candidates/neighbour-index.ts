/** Where a member stands while augmenting paths are looked for. */
export const FREE = 0;
/** Matched, and not yet reached by the search. */
export const WAITING = 1;
/** In the tree at an odd distance from the root. */
export const INNER = 2;
/** In the tree at an even distance: the search looks on from here. */
export const OUTER = 3;
/** Inner first, outer since a blossom swallowed it. */
export const CONVERTED = 4;
/** In a tree that led nowhere: no augmenting path ever passes here, so nobody looks again. */
export const BURIED = 5;
/** Suits nobody at all, and stands aside for good. */
export const ALONE = 6;

/**
 * The compatible partners of a member, without a list of them: what the search asks of a population.
 * The index is told of every change of standing and answers from its own partitions. Members are
 * numbered in the index's own way; `memberOf` says who they are.
 */
export interface NeighbourIndex {
  readonly size: number;
  /** Index in the population by number here; null when they are the same. */
  readonly memberOf: Int32Array | null;
  /** Work done so far. */
  looks: number;
  /** What looking at a written-down edge counts, in looks. */
  readonly looksAnEdge: number;
  /** While true, pairs of the last 30 days count as incompatible. */
  freshOnly: boolean;
  /** Bytes in typed arrays. */
  readonly bytes: number;
  /** Where everybody stands; the search writes it and tells {@link move}. */
  readonly standing: Uint8Array;

  /** Moves `v` from one standing to another. OUTER and CONVERTED are told apart by the search only. */
  move(v: number, from: number, to: number): void;
  /** `v` has become part of the blossom that holds the root: told to indexes that want to know. */
  joinRootBlossom?(v: number): void;
  /** A new search begins: nothing is in the tree. */
  beginSearch(): void;

  /** Gives back the room: nothing is asked any more. */
  release(): void;

  /** A compatible FREE member, or -1. */
  findFree(u: number): number;
  /** Up to `limit` compatible WAITING members into `into`; how many. Fewer than `limit` means there are no more. */
  collectWaiting(u: number, limit: number, into: Int32Array): number;
  /** Before the first {@link findOuter} for `u`. */
  beginOuter(u: number): void;
  /** A compatible outer member of another blossom than `u`'s, or -1. To be asked until it says -1. */
  findOuter(u: number, blossoms: Blossoms): number;
  /** Partners of `u` wherever they stand, repeats included, as many as `into` holds; how many. */
  listPartners(u: number, into: Int32Array): number;
  /** Scarcity of `u`: about how many could be partners at all. */
  degree(u: number): number;
  /** Up to `limit` random partners that stand `FREE` or `WAITING` into `into`; the number found. May repeat some. */
  sample(u: number, standing: number, limit: number, into: Int32Array): number;
}

/** Who belongs to which blossom. */
export interface Blossoms {
  /** The base of `v`'s blossom. */
  find(v: number): number;
  /** The only root, which is also the base of its blossom; -1 when trees grow from many. */
  root: number;
  /** `v`, outer, is in a tree that has been augmented already: it counts as not there. */
  isFrozen(v: number): boolean;
}
