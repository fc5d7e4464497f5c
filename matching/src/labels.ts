export const NO_VERTEX = -1;

/** A vertex without a partner, not in a tree. */
export const FREE = 0;
/** A vertex with a partner, not in a tree. */
export const UNLABELLED = 1;
/** A vertex in a tree, at an odd distance from its root (T, inner). */
export const ODD = 2;
/** A vertex in a tree, at an even distance from its root (S, outer): the search scans its edges. */
export const EVEN = 3;
/** A vertex that was odd until a blossom contained it, and has been even since. */
export const EVEN_BY_BLOSSOM = 4;
/** A vertex in a Hungarian tree: no augmenting path passes through it, so no later search visits it. */
export const HUNGARIAN = 5;
export const ISOLATED = 6;
