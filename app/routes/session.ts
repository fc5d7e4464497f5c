import { type ActionFunctionArgs, redirect } from "~/app/framework.server";
import { readFields } from "~/app/lib/read-fields.server";
import { readSession } from "~/app/lib/session.server";
import { sessionCookie } from "~/app/lib/session-cookie.server";
import { AppError } from "~/core/shared/errors";

export function loader() {
  return redirect("/");
}

/**
 * Keeps the browser's `authToken` and the pages' cookie the same (docs/rules.md#sessions). The form field `ask` answers the
 * token of the cookie's session as `{token}`, null without one: the only answer to a page that holds it, to be kept
 * by nothing on the way. A request from another origin never comes here (`worker/http/same-origin.ts`).
 *
 * The form field `token` gives the pages the session that the browser keeps: it answers 204 with the session's
 * cookie, or 200 and `{restored: false}` for a dead one. No failure, for it is what a member finds who was away for
 * long: a browser would complain of one in its console.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readFields(request, ["token", "ask"]);
  if (fields.has("ask")) {
    const session = await readSession(request, context);
    const headers = { "cache-control": "no-store" };
    return Response.json({ token: session?.token ?? null }, { headers });
  }
  const field = fields.get("token");
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
