export const AVAILABILITY_INTENT = "availability";
export const AVAILABILITY_FAILED = "Failed to change your pause";
/** The fields of its forms. */
export const AVAILABILITY_FIELDS = ["pause", "until"] as const;

export const CALENDAR_INTENT = "make-calendar";
export const CALENDAR_END_INTENT = "end-calendar";
export const CALENDAR_FAILED = "Failed to change your calendar";
