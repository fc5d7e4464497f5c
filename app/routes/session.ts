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
 * Keeps the browser's `authToken` and the pages' cookie the same (docs/rules.md#sessions). With the
 * field `ask` it answers `{token}`, the token of the cookie's session, or null. No page contains
 * the token, and no cache may keep the answer. With the field `token` it sets the cookie for the
 * session that the browser has stored. It answers 204, or 200 and `{restored:false}` if that
 * session has ended: this is usual after a long absence, and a browser would log an error status in
 * its console. Requests from other origins are refused before they get here
 * (`worker/http/page-request.ts`).
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
