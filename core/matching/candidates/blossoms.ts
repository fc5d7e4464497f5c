/** The blossoms as an index needs them: which vertices are in the same blossom. */
export interface Blossoms {
  /** The base of `v`'s blossom. */
  findBase(v: number): number;
  /** The only root, which is also the base of its blossom; NO_VERTEX when trees grow from many roots. */
  root: number;
  /** True if even `v` is in a tree that has been augmented in this phase: such a vertex counts as absent. */
  isFrozen(v: number): boolean;
}
