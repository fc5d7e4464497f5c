import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { usePasskey } from "~/app/features/accounts/use-passkey";
import { readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { toRefusal } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { PASSKEYS_PAGE, requireSession } from "~/app/lib/session.server";
import { confirmPasskey } from "~/core/accounts/passkeys";
import { provePasskeySchema } from "~/core/accounts/schemas";
import { isPasswordConfirmed } from "~/core/accounts/service";
import { countUse } from "~/core/accounts/session";
import { parseInput } from "~/core/shared/parse";

const FAILED = "The passkey could not be used";

export const meta: MetaFunction = () => pageMeta({ title: "Confirm it is you" });

const wayOn = ({ request }: RouteArgs) =>
  safeNext(new URL(request.url).searchParams.get("next"), "/admin");

/** `requireAdminSession` can't guard this page, because it redirects to this page. */
async function requireAdminOnTheWay(args: RouteArgs) {
  const { viewer } = await requireSession(args.request, args.context);
  if (!viewer.isAdmin) throw redirect("/login");
  const isPasswordToo = isPasswordConfirmed(args.context.deps, viewer);
  if (viewer.passkey.isConfirmed && isPasswordToo) throw redirect(wayOn(args));
  return viewer;
}

export async function loader(args: LoaderFunctionArgs) {
  const { passkey } = await requireAdminOnTheWay(args);
  if (!passkey.isRegistered) {
    throw redirect(`${PASSKEYS_PAGE}?next=${encodeURIComponent(wayOn(args))}`);
  }
  return { isRequired: passkey.isRequired };
}

export async function action(args: ActionFunctionArgs) {
  const { deps, config } = args.context;
  const viewer = await requireAdminOnTheWay(args);
  const form = await readForm(args.request, provePasskeySchema);
  try {
    await countUse(deps, viewer, "passkeyChanges");
    const proof = parseInput(provePasskeySchema, form.fields);
    await confirmPasskey(deps, viewer, config.origin, proof);
    return redirect(wayOn(args));
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function ConfirmPage() {
  const { isRequired } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-12 sm:py-16">
      <PageHeading
        lede={
          isRequired
            ? "Admins confirm with a passkey before they see the desk, once per session and working day."
            : "Reports hold what members said in confidence: they open to your passkey."
        }
      >
        Confirm it is you
      </PageHeading>
      <ConfirmPasskey />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Confirm it is you" message={FAILED} />;
}

function ConfirmPasskey() {
  const passkey = usePasskey("confirm", { offline: FAILED });
  return (
    <div className="flex flex-col items-start gap-4">
      <FormError error={passkey.error} />
      {passkey.isSupported ? (
        <Button pending={passkey.isBusy} onClick={() => void passkey.ask()}>
          Use your passkey
        </Button>
      ) : (
        <p className="text-ink-muted">This needs scripts, and a browser that supports passkeys.</p>
      )}
    </div>
  );
}
