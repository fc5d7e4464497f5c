export const TRIGGER_INTENT = "trigger-pairings";
/** The field in which an admin of a deployment types the date, so that no conversation ends by habit. */
export const CONFIRM_FIELD = "confirm";
export const TRIGGER_FAILED = "Failed to trigger daily pairings";
/** In the address it asks for the question before a reset, as with scripts off. */
export const RESET_DIALOG = "reset";
