import { checkWith } from "~/app/lib/check-with";
import { forgotPasswordSchema } from "~/core/recovery/schemas";

export const check = checkWith(forgotPasswordSchema);
