import { redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { asAnyone, defineForms, guestForm, throwStatus } from "~/app/lib/forms.server";
import { readSession } from "~/app/lib/session.server";
import { sessionCookie } from "~/app/lib/session-cookie.server";
import { AppError } from "~/core/shared/errors";

export function loader() {
  return redirect("/");
}

/**
 * Keeps the browser's `authToken` and the pages' cookie the same (docs/rules.md#sessions). If the form has the field
 * `ask`, it answers the token of the cookie's session as `{token}`, null if there is none. No other answer to a page
 * has the token, so this one is not cached. Requests from other origins are refused before they get here
 * (`worker/http/same-origin.ts`).
 * If the form has the field `token`, it gives the pages the session that the browser has stored. It answers 204 with
 * the session's cookie, or 200 and `{restored: false}` if the session has ended. That is not an error status, because
 * it is usual after a long absence, and a browser would log an error in its console.
 */
export const action = defineForms(
  {
    words: { ask: { fallback: "" }, token: { fallback: "" } },
    guard: asAnyone,
    choose: (form) => (form.has("ask") ? "ask" : "token"),
    refuse: throwStatus,
  },
  {
    ask: guestForm({
      bound: "fence",
      schema: z.object({ ask: z.string() }),
      async run({ request, context }) {
        const session = await readSession(request, context);
        const headers = { "cache-control": "no-store" };
        return Response.json({ token: session?.token ?? null }, { headers });
      },
    }),
    token: guestForm({
      bound: "fence",
      schema: z.object({ token: z.string().default("") }),
      async run({ request, context, value: { token } }) {
        try {
          const { tokenExpiresAt } = await context.services.auth.authenticate(token);
          const cookie = sessionCookie(request, { token, expiresAt: tokenExpiresAt });
          return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return Response.json({ restored: false });
        }
      },
    }),
  },
);
