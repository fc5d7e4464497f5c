import { letIn } from "~/app/features/auth/auth-action.server";
import type { ActionFunctionArgs } from "~/app/framework.server";
import { tryForm } from "~/app/lib/answer-form.server";
import { readFields } from "~/app/lib/read-fields.server";
import { provePasskeySchema } from "~/core/auth/schemas";
import { parseInput } from "~/core/shared/parse";

/** The action behind 'Use a passkey'. @param fallback what is said of something unexpected */
export async function signInByPasskey(args: ActionFunctionArgs, welcome: string, fallback: string) {
  const { request, context } = args;
  const form = await readFields(request, ["passkey"]);
  return tryForm(args, { fallback }, async () => {
    const input = parseInput(provePasskeySchema, Object.fromEntries(form));
    const client = { address: context.address };
    const site = { origin: context.config.origin };
    const signedIn = await context.services.passkeys.signInByPasskey(client, site, input);
    return letIn(args, signedIn, welcome);
  });
}
