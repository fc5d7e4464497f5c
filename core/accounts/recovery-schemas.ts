import { z } from "zod";
import { mailTokenSchema } from "~/core/notices/mail-tokens";
import { emailSchema, passwordSchema } from "./schemas";

export const forgotPasswordSchema = z.object({ email: emailSchema });
export type ForgotPasswordInput = z.output<typeof forgotPasswordSchema>;

export const recoverSchema = z.object({
  token: mailTokenSchema,
  password: passwordSchema("Password"),
});
export type RecoverInput = z.output<typeof recoverSchema>;
