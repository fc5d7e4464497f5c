import { redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { defineForms, guestForm, memberForm } from "~/app/lib/forms.server";
import { PASSKEYS_PAGE, requireSession } from "~/app/lib/session.server";

export function loader() {
  return redirect("/");
}

const FAILED = { fallback: "The passkey could not be used" } as const;
const schema = z.object({ purpose: z.string() });

/**
 * Answers the options for the browser's call to an authenticator, as `{options}` in the JSON of WebAuthn. The form
 * field `purpose` is `sign_in` or, for members, `register` or `confirm`. Each challenge can be used once within five
 * minutes.
 */
export const action = defineForms(
  {
    words: { sign_in: FAILED, register: FAILED, confirm: FAILED },
    choose: (form) => String(form.get("purpose")),
    async guard({ request, context }, purpose) {
      if (purpose === "sign_in") return null;
      return (await requireSession(request, context, { page: PASSKEYS_PAGE })).viewer;
    },
    refuse: ({ status, message }) => Response.json({ error: message }, { status }),
  },
  {
    sign_in: guestForm({
      bound: ["passkeyChallenges"],
      schema,
      async run({ context: { services, config, address } }) {
        const site = { origin: config.origin };
        const options = await services.passkeys.beginPasskeySignIn({ address }, site);
        return Response.json({ options });
      },
    }),
    register: memberForm({
      bound: "passkeyChanges",
      schema,
      async run({ context: { services, config }, viewer }) {
        const site = { origin: config.origin };
        return Response.json({ options: await services.passkeys.beginAddingPasskey(viewer, site) });
      },
    }),
    confirm: memberForm({
      bound: "passkeyChanges",
      schema,
      async run({ context: { services, config }, viewer }) {
        const site = { origin: config.origin };
        const options = await services.passkeys.beginConfirmingByPasskey(viewer, site);
        return Response.json({ options });
      },
    }),
  },
);
