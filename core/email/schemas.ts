import { z } from "zod";
import { confirmPasswordSchema, emailSchema } from "~/core/auth/schemas";
import { mailTokenSchema } from "~/core/mail/tokens";

export const changeEmailSchema = confirmPasswordSchema.extend({ email: emailSchema });

export const confirmEmailSchema = z.object({ token: mailTokenSchema });

export const noticesSchema = z.object({
  wants_notices: z.boolean({ error: "wants_notices must be true or false" }),
});
