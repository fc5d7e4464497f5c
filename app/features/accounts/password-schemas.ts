import { z } from "zod";
import { passwordSchema, registerSchema, resetPasswordSchema } from "~/core/accounts/schemas";
import { requiredText } from "~/core/shared/text";

/** Has no rules of its own, because it is compared with the password. */
const confirmPassword = requiredText("Confirm password");

const DIFFERENT = { error: "Passwords do not match", path: ["confirmPassword"] };

const isRepeated = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword;

export const newPasswordSchema = z
  .object({ password: passwordSchema("Password"), confirmPassword })
  .refine(isRepeated, DIFFERENT);

const passwords = z.object({ password: z.string(), confirmPassword: z.string() });

export const signUpSchema = registerSchema.extend({ confirmPassword }).refine(isRepeated, {
  ...DIFFERENT,
  // By default, Zod can skip the comparison because of an error in another field.
  when: ({ value }) => passwords.safeParse(value).success,
});

export const changePasswordSchema = resetPasswordSchema
  .extend({ confirmPassword: z.string({ error: "Please confirm your new password" }) })
  .refine(({ newPassword, confirmPassword: repeated }) => newPassword === repeated, {
    error: "New passwords do not match",
    path: ["confirmPassword"],
  });
