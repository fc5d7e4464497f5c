import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { ConfirmPasskey } from "~/app/features/passkeys/confirm-passkey";
import { useActionData, useLoaderData } from "~/app/framework";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "~/app/framework.server";
import { type ActionData, failForm, formErrors } from "~/app/lib/action-data";
import { tryForm } from "~/app/lib/answer-form.server";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { PASSKEYS_PAGE, requireSession } from "~/app/lib/session.server";
import { provePasskeySchema } from "~/core/auth/schemas";
import { parseInput } from "~/core/shared/parse";

const FAILED = "The passkey could not be used";

export const meta: MetaFunction = () => pageMeta({ title: "Confirm it is you" });

const wayOn = ({ request }: RouteArgs) =>
  safeNext(new URL(request.url).searchParams.get("next"), "/admin");

/** An admin on the way to something that asks for a passkey. Not `requireAdminSession`, which leads here. */
async function requireAdminOnTheWay(args: RouteArgs) {
  const { viewer } = await requireSession(args.request, args.context);
  if (!viewer.isAdmin) throw redirect("/login");
  const isPasswordToo = args.context.services.auth.isPasswordConfirmed(viewer);
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
  const { request, context } = args;
  const form = await readFields(request, ["passkey"]);
  const viewer = await requireAdminOnTheWay(args);
  return tryForm(args, { fallback: FAILED }, async () => {
    const input = parseInput(provePasskeySchema, Object.fromEntries(form));
    await context.services.auth.countUse(viewer, "passkeyChanges");
    const site = { origin: context.config.origin };
    await context.services.passkeys.confirmPasskey(viewer, site, input);
    return redirect(wayOn(args));
  });
}

export const clientAction = submitForm(() => failForm(FAILED));

export default function ConfirmPage() {
  const { isRequired } = useLoaderData<typeof loader>();
  const errors = formErrors(useActionData<ActionData>());
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-12 sm:py-16">
      <PageHeading
        lede={
          isRequired
            ? "The desk opens to admins who prove themselves by a passkey, once in a session and working day."
            : "Reports hold what members said in confidence: they open to your passkey."
        }
      >
        Confirm it is you
      </PageHeading>
      <ConfirmPasskey errors={errors} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Confirm it is you" message={FAILED} />;
}
