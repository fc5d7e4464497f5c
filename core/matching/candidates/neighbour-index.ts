/**
 * The graph of a population, without lists of edges: what the search asks of it. The index hears of every change of
 * a label and answers from partitions by label. Vertices are numbered in the index's own way.
 */
export interface NeighbourIndex {
  /** Number of vertices. */
  readonly size: number;
  /** Member by vertex; null when they are the same numbers. */
  readonly memberOf: Int32Array | null;
  /** Work done so far. */
  work: number;
  /** Work counted for scanning a listed edge. */
  readonly workPerEdge: number;
  /** While true, repeats are not edges. */
  freshOnly: boolean;
  /** Bytes in typed arrays. */
  readonly bytes: number;
  /** Label of each vertex. The forest writes it and calls {@link relabel}. */
  readonly labels: Uint8Array;

  /** The label of `v` has changed. EVEN and EVEN_BY_BLOSSOM are the same to an index. */
  relabel(v: number, from: number, to: number): void;
  /** `v` has joined the blossom of the only root; for an index that makes use of it. */
  joinRootBlossom?(v: number): void;
  /** A new search begins: what was noted about even and unlabelled vertices is void. */
  beginSearch(): void;
  /** Frees the memory: nothing is asked any more. */
  dispose(): void;

  /** A FREE neighbour, or NO_VERTEX. */
  findFree(u: number): number;
  /** Up to `limit` UNLABELLED neighbours into `into`. @returns how many; fewer than `limit` means there are no more */
  collectUnlabelled(u: number, limit: number, into: Int32Array): number;
  /** Before the first {@link findEven} for `u`. */
  beginEven(u: number): void;
  /** An even neighbour outside of `u`'s blossom, or NO_VERTEX. To be called until it returns that. */
  findEven(u: number, blossoms: Blossoms): number;
  /** Neighbours of any label, repeats included, up to the length of `into`. @returns how many */
  listNeighbours(u: number, into: Int32Array): number;
  /** Degree of `u`, estimated. */
  degree(u: number): number;
  /** Up to `limit` random neighbours of a label, FREE or UNLABELLED, into `into`; some may repeat. @returns how many */
  sample(u: number, label: number, limit: number, into: Int32Array): number;
}

/** Which vertices are in one blossom. */
export interface Blossoms {
  /** The base of `v`'s blossom. */
  findBase(v: number): number;
  /** The only root, which is also the base of its blossom; NO_VERTEX when trees grow from many roots. */
  root: number;
  /** Even `v` is in a tree that has been augmented in this phase: it counts as absent. */
  isFrozen(v: number): boolean;
}
