import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading } from "~/app/components/section";
import { Form, useActionData, useNavigation } from "~/app/framework";
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
import { safeNext } from "~/app/lib/safe-next";
import { requireAdminSession } from "~/app/lib/session.server";
import { confirmPasswordSchema } from "~/core/auth/schemas";
import { parseInput } from "~/core/shared/parse";

const FAILED = "The password could not be checked";

export const meta: MetaFunction = () => pageMeta({ title: "Confirm Your Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  if (context.services.auth.isPasswordConfirmed(viewer)) throw redirect(wayBack(request));
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer } = await requireAdminSession(request, context);
  const form = await readFields(request, ["password"]);
  return tryForm(args, { fallback: FAILED }, async () => {
    const input = parseInput(confirmPasswordSchema, Object.fromEntries(form));
    await context.services.auth.confirmPassword(viewer, { address: context.address }, input);
    return redirect(wayBack(request));
  });
}

const wayBack = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get("next"), "/admin/reports");

export const clientAction = submitForm(() => failForm(FAILED));

export default function ConfirmPage() {
  const errors = formErrors(useActionData<ActionData>());
  const isPending = useNavigation().formMethod === "POST";
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-12 sm:py-16">
      <PageHeading lede="Reports hold what members said in confidence. It counts for an hour, on this device.">
        Confirm Your Password
      </PageHeading>
      <FormErrors errors={errors} />
      <Form method="post" noValidate className="flex flex-col gap-6">
        <PasswordField label="Password" name="password" />
        <Button type="submit" pending={isPending}>
          Continue
        </Button>
      </Form>
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Confirm Your Password" message={FAILED} />;
}
