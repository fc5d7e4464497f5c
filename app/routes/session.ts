import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { readForm } from "~/app/lib/form";
import { readSession } from "~/app/lib/session.server";
import { sessionCookie } from "~/app/lib/session-cookie.server";
import { authenticate } from "~/core/accounts/session";
import { AppError } from "~/core/shared/errors";

const sessionSchema = z.object({ ask: z.string(), token: z.string() });

export function loader() {
  return redirect("/");
}

/**
 * Keeps the browser's `authToken` and the page's cookie the same (docs/rules.md#sessions). With the
 * field `ask`, answers the token of the cookie's session, or null. With the field `token`, sets the
 * cookie for that token. If the token's session has ended, the status is 200, because browsers log
 * an error status in the console and ended sessions are common. `worker/http/page-request.ts`
 * refuses requests from other origins.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { typed } = await readForm(request, sessionSchema);
  if (typed.ask !== undefined) {
    const session = await readSession(request, context);
    const headers = { "cache-control": "no-store" };
    return Response.json({ token: session?.token ?? null }, { headers });
  }
  try {
    const token = typed.token ?? "";
    const { tokenExpiresAt } = await authenticate(context.deps, token);
    const cookie = sessionCookie(request, { token, expiresAt: tokenExpiresAt });
    return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json({ restored: false });
  }
}
