import type { PageForms } from "~/app/lib/forms";

/** The forms of the conversations home. */
export const HOME_FORMS = {
  reminders: { fallback: "Your answer could not be saved. Please try again.", toast: true },
  star: { fallback: "Your favourite could not be saved", toast: true },
  availability: { fallback: "Failed to change your pause", toast: true },
  "trigger-pairings": { fallback: "Failed to trigger daily pairings", toast: true },
} as const satisfies PageForms;

/** The value of `?dialog=` that opens the question before a reset, also with scripts off. */
export const RESET_DIALOG = "reset";
