import { checkWith } from "~/app/lib/check-with";
import { changeEmailSchema } from "~/core/email/schemas";

export const check = checkWith(changeEmailSchema);
