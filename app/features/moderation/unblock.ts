export const UNBLOCK_INTENT = "unblock";
/** The message of a failed unblock (docs/rules.md#failures). */
export const UNBLOCK_FAILED = "Failed to unblock user";
