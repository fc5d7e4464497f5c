export const CALENDAR_INTENT = "make-calendar";
export const CALENDAR_END_INTENT = "end-calendar";
export const CALENDAR_FAILED = "Failed to change your calendar";
