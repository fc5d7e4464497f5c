export const DECIDE_INTENT = "decide";
export const DECIDE_FAILED = "The decision could not be stored";
