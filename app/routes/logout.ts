import { redirect } from "~/app/framework.server";
import { asAnyone, defineForms, guestForm, NO_FIELDS, throwStatus } from "~/app/lib/forms.server";
import { readSession, signedOutHeaders } from "~/app/lib/session.server";

/** A visit by a link signs no one out: only a form of ours does that. */
export function loader() {
  return redirect("/");
}

/** Ends the session and its cookie; a session that is dead already only loses the cookie. */
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
