import { checkWith } from "~/app/lib/check-with";
import { newPasswordSchema } from "./new-password-schema";

export const check = checkWith(newPasswordSchema);
