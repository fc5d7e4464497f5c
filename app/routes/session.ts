import { type ActionFunctionArgs, redirect } from "~/app/framework.server";
import { readFields } from "~/app/lib/read-fields.server";
import { sessionCookie } from "~/app/lib/session.server";
import { AppError } from "~/core/shared/errors";

export function loader() {
  return redirect("/");
}

/**
 * Gives the pages the session that the browser keeps as `authToken` (contract §6): the form field
 * `token` answers 204 with the session's cookie, or 200 and `{restored: false}` for a dead one. No failure, for it
 * is what a member finds who was away for long: a browser would complain of one in its console.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const field = (await readFields(request, ["token"])).get("token");
  const token = typeof field === "string" ? field : "";
  try {
    const { tokenExpiresAt } = await context.services.auth.authenticate(token);
    const cookie = sessionCookie(request, { token, expiresAt: tokenExpiresAt });
    const headers = { "set-cookie": cookie };
    return new Response(null, { status: 204, headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json({ restored: false });
  }
}
