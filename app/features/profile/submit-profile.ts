import { forgetDevice } from "~/app/features/notifications/forget-device";
import type { ClientActionFunctionArgs } from "~/app/framework";
import { intentOf, submitForms } from "~/app/lib/forms";
import { clearOutboxesEverywhere } from "~/app/messaging/storage";
import { DELETE_INTENT } from "./delete-account";
import { PROFILE_FORMS } from "./forms";

const submit = submitForms(PROFILE_FORMS);

/** The `clientAction` of the own profile: what an account never sent goes with it. */
export async function submitProfile(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  try {
    return await submit(args);
  } catch (answer) {
    // Home, and not to /login: the account is gone.
    const isHome = answer instanceof Response && answer.headers.get("Location") === "/";
    if (intentOf(form) === DELETE_INTENT && isHome) {
      clearOutboxesEverywhere();
      await forgetDevice();
    }
    throw answer;
  }
}
