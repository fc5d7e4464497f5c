import { z } from "zod";
import { checkWith } from "~/app/lib/check-with";
import { registerSchema } from "~/core/auth/schemas";
import { confirmPassword, DIFFERENT, isRepeated } from "./new-password-schema";

const passwords = z.object({ password: z.string(), confirmPassword: z.string() });

/**
 * Sign-up as the page asks it: the account's own schema and the repeated password (docs/rules.md#forms), which is only
 * compared: what is wrong with both is said once, of the first.
 */
export const signUpSchema = registerSchema.extend({ confirmPassword }).refine(isRepeated, {
  ...DIFFERENT,
  // Also when another field fails: both errors are shown at once.
  when: ({ value }) => {
    const both = passwords.safeParse(value);
    return both.success && both.data.confirmPassword !== "";
  },
});

/** Loaded when a field first gets the focus. */
export const check = checkWith(signUpSchema);
