import { checkWith } from "~/app/lib/check-with";
import { loginSchema } from "~/core/auth/schemas";

export const check = checkWith(loginSchema);
