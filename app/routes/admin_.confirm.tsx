import { Button } from "~/app/components/button";
import { Banner } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading } from "~/app/components/section-label";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
  useRouteError,
} from "~/app/framework";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { toRefusal } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { requireAdminSession } from "~/app/lib/session.server";
import { offlineAnswer, surviveOffline } from "~/app/lib/survive-offline";
import { confirmPasswordSchema } from "~/core/auth/schemas";
import { parseInput } from "~/core/shared/parse";

const FAILED = "The password could not be checked";

export const meta: MetaFunction = () => pageMeta({ title: "Confirm Your Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  if (context.services.auth.isPasswordConfirmed(viewer)) throw redirect(wayBack(request));
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  const form = await readFields(request, ["password"]);
  try {
    const input = parseInput(confirmPasswordSchema, Object.fromEntries(form));
    await context.services.auth.confirmPassword(viewer, { address: context.address }, input);
  } catch (error) {
    const refusal = toRefusal(error, FAILED, { request, context });
    return data({ error: refusal.message }, { status: refusal.status });
  }
  return redirect(wayBack(request));
}

const wayBack = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get("next"), "/admin/reports");

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return surviveOffline(serverAction<typeof action>, offlineAnswer({ error: FAILED }));
}

export default function ConfirmPage() {
  const error = useActionData<{ error: string }>()?.error;
  const isPending = useNavigation().formMethod === "POST";
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-12 sm:py-16">
      <PageHeading lede="Reports hold what members said in confidence. It counts for an hour, on this device.">
        Confirm Your Password
      </PageHeading>
      {error ? <Banner tone="error">{error}</Banner> : null}
      <Form method="post" noValidate className="flex flex-col gap-6">
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          aria-required
        />
        <Button type="submit" pending={isPending}>
          Continue
        </Button>
      </Form>
    </div>
  );
}

export function ErrorBoundary() {
  useRouteError();
  return <LoadFailure heading="Confirm Your Password" message={FAILED} />;
}
