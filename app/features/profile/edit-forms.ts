import type { PageForms } from "~/app/lib/forms";

const OFFLINE = { offline: "An error occurred while updating your profile" } as const;

/** The buttons of the edit page. */
export const EDIT_FORMS = {
  "": { fallback: "Failed to update profile", ...OFFLINE },
  location: { fallback: "Failed to update profile", ...OFFLINE },
  "search-cities": { fallback: "Failed to find cities", ...OFFLINE },
} as const satisfies PageForms;
