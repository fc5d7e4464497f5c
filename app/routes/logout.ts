import { redirect } from "@remix-run/cloudflare";
import { asAnyone, defineForms, guestForm, NO_FIELDS, throwStatus } from "~/app/lib/forms.server";
import { readSession, signedOutHeaders } from "~/app/lib/session.server";

/** A link to this address signs no one out, because only our own form does. */
export function loader() {
  return redirect("/");
}

/** Ends the session and removes its cookie. If the session has already ended, it only removes the cookie. */
export const action = defineForms(
  { words: { "": { fallback: "Failed to log out" } }, guard: asAnyone, refuse: throwStatus },
  {
    "": guestForm({
      bound: "fence",
      schema: NO_FIELDS,
      async run({ request, context }) {
        const session = await readSession(request, context);
        if (session) await context.services.auth.logout(session.viewer);
        return redirect("/", { headers: signedOutHeaders(request) });
      },
    }),
  },
);
