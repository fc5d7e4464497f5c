import { z } from "zod";
import { type UpdateProfileInput, updateProfileSchema } from "~/core/profile/schemas";
import { plainText } from "~/core/shared/code-points";
import type { MemberDto } from "~/core/shared/contract";
import { type ProfileFormFields, toFormFields } from "./profile-form";

const text = (value: unknown) => (typeof value === "string" ? value : "");
// An empty or foreign text becomes NaN, which the schema refuses in words.
const number = (value: unknown) => (text(value) === "" ? Number.NaN : Number(text(value)));

/** The form's text as the profile call takes it: an empty bio and 'No limit' are null. */
function toInput(form: Partial<ProfileFormFields>): z.input<typeof updateProfileSchema> {
  const bio = plainText(text(form.bio));
  return {
    name: text(form.name),
    bio: bio.trim() === "" ? null : bio,
    dob: text(form.dob),
    gender: text(form.gender),
    preferred_match_gender: text(form.preferred_match_gender),
    distance_preference: form.no_distance_limit ? null : number(form.distance_preference),
    minimum_age_preference: number(form.minimum_age_preference),
    maximum_age_preference: number(form.maximum_age_preference),
  };
}

/** The one schema of the profile, fed from the form: the same before and after sending. */
export const profileFormSchema = z
  .custom<ProfileFormFields>()
  .transform(toInput)
  .pipe(updateProfileSchema);

/**
 * Leaves out every field that has the value the form shows for the stored profile: a form saved untouched changes
 * nothing, and ages that are null stay null although the form shows 18 and 80 (contract §10).
 */
export function onlyChanges(input: UpdateProfileInput, user: MemberDto): UpdateProfileInput {
  const shown = profileFormSchema.safeParse(toFormFields(user));
  if (!shown.success) return input;
  const stored: Partial<Record<string, unknown>> = shown.data;
  const changed = Object.entries(input).filter(([name, value]) => stored[name] !== value);
  return Object.fromEntries(changed);
}
