import { z } from "zod";
import { emailSchema, passwordSchema } from "~/core/auth/schemas";
import { mailTokenSchema } from "~/core/mail/tokens";

export const forgotPasswordSchema = z.object({ email: emailSchema });
export type ForgotPasswordInput = z.output<typeof forgotPasswordSchema>;

export const recoverSchema = z.object({
  token: mailTokenSchema,
  password: passwordSchema("Password"),
});
export type RecoverInput = z.output<typeof recoverSchema>;
