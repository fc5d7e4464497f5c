import { type ActionFunctionArgs, redirect } from "~/app/framework.server";
import { readFields } from "~/app/lib/read-fields.server";
import { toRefusal } from "~/app/lib/refusal.server";
import { PASSKEYS_PAGE, requireSession } from "~/app/lib/session.server";

export function loader() {
  return redirect("/");
}

/**
 * What the browser asks an authenticator, as `{options}` in the JSON of WebAuthn: for the form field `purpose`
 * `sign_in`, and for a member `register` or `confirm`. Each challenge is good once, for five minutes.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const purpose = (await readFields(request, ["purpose"])).get("purpose");
  const { passkeys, auth } = context.services;
  const site = { origin: context.config.origin };
  try {
    if (purpose === "sign_in") {
      const client = { address: context.address };
      return Response.json({ options: await passkeys.beginPasskeySignIn(client, site) });
    }
    const { viewer } = await requireSession(request, context, { page: PASSKEYS_PAGE });
    await auth.countUse(viewer, "passkeyChanges");
    if (purpose === "register") {
      return Response.json({ options: await passkeys.beginAddingPasskey(viewer, site) });
    }
    return Response.json({ options: await passkeys.beginConfirmingByPasskey(viewer, site) });
  } catch (error) {
    const refusal = toRefusal(error, "The passkey could not be used", { request, context });
    return Response.json({ error: refusal.message }, { status: refusal.status });
  }
}
