import { z } from "zod";
import { pauseForm } from "~/app/features/pairing/forms.server";
import { asMember, defineForms, memberForm } from "~/app/lib/forms.server";
import { signedOutHeaders } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { confirmPasswordSchema } from "~/core/auth/schemas";
import { PROFILE_FORMS } from "./forms";

/** The form of Delete Account, which requires the password. It is also on the page of a suspended member. */
export const deleteForm = memberForm({
  bound: ["failedSignIns"],
  schema: confirmPasswordSchema,
  async run({ context, request, viewer, value }) {
    const { services, address } = context;
    await services.auth.confirmPassword(viewer, { address }, value);
    const { message } = await services.profiles.deleteAccount(viewer);
    return redirectWithToast("/", { type: "success", message }, signedOutHeaders(request));
  },
});

export const profileAction = defineForms(
  { words: PROFILE_FORMS, guard: asMember },
  {
    availability: pauseForm,
    unblock: memberForm({
      bound: "blocks",
      schema: z.object({ userId: z.string().default("") }),
      run: ({ context, viewer, value }) => context.services.moderation.unblockMember(viewer, value),
    }),
    "delete-account": deleteForm,
  },
);
