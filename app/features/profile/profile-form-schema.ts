import { z } from "zod";
import { checkWith } from "~/app/lib/check-with";
import { type UpdateProfileInput, updateProfileSchema } from "~/core/profile/schemas";
import type { MemberDto } from "~/core/shared/contract";
import { type ProfileFormFields, toFormFields, toInput } from "./profile-form";

/** The one schema of the profile, fed from the form: the same before and after sending. */
export const profileFormSchema = z
  .custom<ProfileFormFields>()
  .transform(toInput)
  .pipe(updateProfileSchema);

/**
 * Leaves out every field that has the value the form shows for the stored profile: a form saved untouched changes
 * nothing, and ages that are null stay null although the form shows 18 and 80 (docs/rules.md#profile).
 */
export function onlyChanges(input: UpdateProfileInput, user: MemberDto): UpdateProfileInput {
  const shown = profileFormSchema.safeParse(toFormFields(user));
  if (!shown.success) return input;
  const stored: Partial<Record<string, unknown>> = shown.data;
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(stored[name]) !== JSON.stringify(value);
  const changed = Object.entries(input).filter(isOther);
  return Object.fromEntries(changed);
}

/** The fields are text, and `toInput` reads them: nothing else converts them. */
export const PARSING = { disableAutoCoercion: true } as const;

/** Loaded when a field first gets the focus. */
export const check = checkWith(profileFormSchema, PARSING);
