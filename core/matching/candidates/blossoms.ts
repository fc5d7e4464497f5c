/** Which vertices are in one blossom. */
export interface Blossoms {
  /** The base of `v`'s blossom. */
  findBase(v: number): number;
  /** The only root, which is also the base of its blossom; NO_VERTEX when trees grow from many roots. */
  root: number;
  /** Even `v` is in a tree that has been augmented in this phase: it counts as absent. */
  isFrozen(v: number): boolean;
}
