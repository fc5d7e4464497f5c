import type { Fields } from "~/app/lib/form";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { signedOutHeaders } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { confirmPasswordSchema } from "~/core/accounts/schemas";
import type { Viewer } from "~/core/accounts/viewer";
import { parseInput } from "~/core/shared/parse";

/** Deletes the account by the form of `DeleteAccount`, which requires the password. */
export async function deleteAccount(
  { request, context }: RouteArgs,
  viewer: Viewer,
  fields: Fields,
): Promise<Response> {
  const { auth, profiles } = context.services;
  await auth.confirmPassword(viewer, context, parseInput(confirmPasswordSchema, fields));
  const { message } = await profiles.deleteAccount(viewer);
  return redirectWithToast("/", { type: "success", message }, signedOutHeaders(request));
}
