import { checkWith } from "~/app/lib/check-with";
import { profileFormSchema } from "./profile-form-schema";

export const check = checkWith(profileFormSchema, { disableAutoCoercion: true });
