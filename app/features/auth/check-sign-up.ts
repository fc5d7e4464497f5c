import { checkWith } from "~/app/lib/check-with";
import { signUpSchema } from "./sign-up-schema";

export const check = checkWith(signUpSchema);
