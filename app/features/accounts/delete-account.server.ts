import type { Fields } from "~/app/lib/form";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { signedOutHeaders } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { confirmPasswordSchema } from "~/core/accounts/schemas";
import { confirmPassword } from "~/core/accounts/service";
import type { Viewer } from "~/core/accounts/viewer";
import { deleteAccount } from "~/core/profile/service";
import { parseInput } from "~/core/shared/parse";

export async function deleteAccountByForm(
  { request, context }: RouteArgs,
  viewer: Viewer,
  fields: Fields,
): Promise<Response> {
  const { deps, address } = context;
  await confirmPassword(deps, viewer, address, parseInput(confirmPasswordSchema, fields));
  const { message } = await deleteAccount(deps, viewer);
  return redirectWithToast("/", message, signedOutHeaders(request));
}
