import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { readForm } from "~/app/lib/form";
import { toRefusal } from "~/app/lib/refusal.server";
import { PASSKEYS_PAGE, requireSession } from "~/app/lib/session.server";
import {
  beginAddingPasskey,
  beginConfirmingByPasskey,
  beginPasskeySignIn,
} from "~/core/accounts/passkeys";
import { countUse } from "~/core/accounts/session";
import { parseInput } from "~/core/shared/parse";

export function loader() {
  return redirect("/");
}

const purposeSchema = z.object({ purpose: z.enum(["sign_in", "register", "confirm"]) });

/**
 * Answers `{options}` for the browser's WebAuthn call. The form field `purpose` is `sign_in` or,
 * for members, `register` or `confirm`. Each challenge can be used once within five minutes.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { deps, address } = context;
  const { origin } = context.config;
  const form = await readForm(request, purposeSchema);
  try {
    const { purpose } = parseInput(purposeSchema, form.fields);
    if (purpose === "sign_in") {
      return Response.json({ options: await beginPasskeySignIn(deps, address, origin) });
    }
    const { viewer } = await requireSession(request, context, { page: PASSKEYS_PAGE });
    await countUse(deps, viewer, "passkeyChanges");
    const begin = purpose === "register" ? beginAddingPasskey : beginConfirmingByPasskey;
    return Response.json({ options: await begin(deps, viewer, origin) });
  } catch (error) {
    const { status, message } = toRefusal(error, "The passkey could not be used", args);
    return Response.json({ error: message }, { status });
  }
}
