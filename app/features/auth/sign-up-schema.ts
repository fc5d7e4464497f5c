import { z } from "zod";
import { passwordSchema, registerSchema } from "~/core/auth/schemas";

const passwords = z.object({ password: z.string(), confirmPassword: z.string() });

/** Sign-up as the page asks it: the account's own schema and the repeated password (specification §5). */
export const signUpSchema = registerSchema
  .extend({ confirmPassword: passwordSchema("Confirm password") })
  .refine((value) => value.password === value.confirmPassword, {
    error: "Passwords do not match",
    path: ["confirmPassword"],
    // Also when another field fails: somebody should hear of both at once.
    when: ({ value }) => {
      const both = passwords.safeParse(value);
      return both.success && both.data.confirmPassword !== "";
    },
  });
