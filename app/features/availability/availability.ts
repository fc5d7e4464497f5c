export const AVAILABILITY_INTENT = "availability";
export const AVAILABILITY_FAILED = "Failed to change your pause";
/** The fields of its forms. */
export const AVAILABILITY_FIELDS = ["pause", "until"] as const;
