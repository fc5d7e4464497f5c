import { z } from "zod";
import { checkWith } from "~/app/lib/check-with";
import { passwordSchema } from "~/core/auth/schemas";
import { requiredText } from "~/core/shared/text";

/** The repetition of a new password, which is only compared. */
export const confirmPassword = requiredText("Confirm password");

/** What is said of a repetition that is another. */
export const DIFFERENT = { error: "Passwords do not match", path: ["confirmPassword"] };

export const isRepeated = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword;

/** A new password and its repetition. */
export const newPasswordSchema = z
  .object({ password: passwordSchema("Password"), confirmPassword })
  .refine(isRepeated, DIFFERENT);

/** Loaded when a field first gets the focus. */
export const check = checkWith(newPasswordSchema);
