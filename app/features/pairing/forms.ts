import type { PageForms } from "~/app/lib/forms";

/** The forms of the home of members. */
export const HOME_FORMS = {
  reminders: { fallback: "Your answer could not be saved. Please try again.", toast: true },
  star: { fallback: "Your favourite could not be saved", toast: true },
  availability: { fallback: "Failed to change your pause", toast: true },
  "trigger-pairings": { fallback: "Failed to trigger daily pairings", toast: true },
} as const satisfies PageForms;

/** In the address it asks for the question before a reset, as with scripts off. */
export const RESET_DIALOG = "reset";
