import { z } from "zod";
import { mailTokenSchema } from "~/core/notices/mail-tokens";
import { confirmPasswordSchema, emailSchema } from "./schemas";

export const changeEmailSchema = confirmPasswordSchema.extend({ email: emailSchema });

export const confirmEmailSchema = z.object({ token: mailTokenSchema });

export const noticesSchema = z.object({
  wants_notices: z.boolean({ error: "wants_notices must be true or false" }),
});
