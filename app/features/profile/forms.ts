import { CONVERSATION_FORMS } from "~/app/features/conversation/forms";
import { HOME_FORMS } from "~/app/features/pairing/forms";
import type { PageForms } from "~/app/lib/forms";

/** The forms of the member's own profile. */
export const PROFILE_FORMS = {
  availability: HOME_FORMS.availability,
  unblock: CONVERSATION_FORMS.unblock,
  "delete-account": { fallback: "Failed to delete account" },
} as const satisfies PageForms;

export type ProfileIntent = keyof typeof PROFILE_FORMS;
