import { z } from "zod";
import { redirect } from "~/app/framework.server";
import { asAnyone, defineForms, guestForm, throwStatus } from "~/app/lib/forms.server";
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
