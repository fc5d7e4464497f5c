import { tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { signedOutHeaders } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { confirmPasswordSchema } from "~/core/auth/schemas";
import type { Viewer } from "~/core/auth/viewer";
import { parseInput } from "~/core/shared/parse";
import { DELETE_FAILED, DELETE_INTENT } from "./delete-account";

/** The action behind Delete Account, after the password: signed out and at home, or why not. */
export function deleteAccount(args: RouteArgs, viewer: Viewer, form: FormData) {
  const { request, context } = args;
  return tryForm(args, { intent: DELETE_INTENT, fallback: DELETE_FAILED }, async () => {
    const input = parseInput(confirmPasswordSchema, Object.fromEntries(form));
    await context.services.auth.confirmPassword(viewer, { address: context.address }, input);
    const { message } = await context.services.profiles.deleteAccount(viewer);
    return redirectWithToast("/", { type: "success", message }, signedOutHeaders(request));
  });
}
