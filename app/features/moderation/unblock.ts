export const UNBLOCK_INTENT = "unblock";
/** The catalogue's words (specification §8). */
export const UNBLOCK_FAILED = "Failed to unblock user";
