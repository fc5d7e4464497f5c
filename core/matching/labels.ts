/** Stands for 'no vertex' wherever a vertex number is expected. */
export const NO_VERTEX = -1;

/** No partner, and not in a tree. */
export const FREE = 0;
/** Has a partner, and not in a tree. */
export const UNLABELLED = 1;
/** In a tree at an odd distance from its root (T, inner). */
export const ODD = 2;
/** In a tree at an even distance from its root (S, outer): the search scans its edges. */
export const EVEN = 3;
/** Was odd until a blossom contained it; even since then. */
export const EVEN_BY_BLOSSOM = 4;
/** In a Hungarian tree: no augmenting path passes through it, so no later search visits it. */
export const HUNGARIAN = 5;
/** Has no edge at all. */
export const ISOLATED = 6;
