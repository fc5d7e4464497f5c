import { z } from "zod";
import { passwordSchema } from "~/core/auth/schemas";

/** A new password and its repetition, which is only compared. */
export const newPasswordSchema = z
  .object({
    password: passwordSchema("Password"),
    confirmPassword: z
      .string({ error: "Confirm password is required" })
      .min(1, { error: "Confirm password is required" }),
  })
  .refine((value) => value.password === value.confirmPassword, {
    error: "Passwords do not match",
    path: ["confirmPassword"],
  });
