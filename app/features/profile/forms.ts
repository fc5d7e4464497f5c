import { CONVERSATION_FORMS } from "~/app/features/conversation/forms";
import { HOME_FORMS } from "~/app/features/pairing/forms";
import type { PageForms } from "~/app/lib/forms";

const CALENDAR = { fallback: "Failed to change your calendar", toast: true } as const;
const CONSENT = { fallback: "Your consent could not be stored", toast: true } as const;

/** The forms of the own profile. */
export const PROFILE_FORMS = {
  availability: HOME_FORMS.availability,
  "make-calendar": CALENDAR,
  "end-calendar": CALENDAR,
  unblock: CONVERSATION_FORMS.unblock,
  "end-sessions": { fallback: "Failed to sign out elsewhere", toast: true },
  "give-consent": CONSENT,
  "withdraw-consent": CONSENT,
  "delete-account": { fallback: "Failed to delete account" },
} as const satisfies PageForms;

export type ProfileIntent = keyof typeof PROFILE_FORMS;
