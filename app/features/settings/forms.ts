import type { PageForms } from "~/app/lib/forms";

const CONSENT = { fallback: "Your consent could not be stored", toast: true } as const;

/** The forms of the settings. */
export const SETTINGS_FORMS = {
  appearance: { fallback: "Failed to change the appearance", toast: true },
  "end-sessions": { fallback: "Failed to sign out elsewhere", toast: true },
  "give-consent": CONSENT,
  "withdraw-consent": CONSENT,
} as const satisfies PageForms;

export type SettingsIntent = keyof typeof SETTINGS_FORMS;
