import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading } from "~/app/components/section";
import { type ActionData, formErrors } from "~/app/lib/action-data";
import { submitForms } from "~/app/lib/forms";
import { asAdmin, defineForms, memberForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { safeNext } from "~/app/lib/safe-next";
import { requireAdminSession } from "~/app/lib/session.server";
import { confirmPasswordSchema } from "~/core/auth/schemas";

const FAILED = "The password could not be checked";
const FORMS = { "": { fallback: FAILED } } as const;

export const meta: MetaFunction = () => pageMeta({ title: "Confirm Your Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  if (context.services.auth.isPasswordConfirmed(viewer)) throw redirect(wayBack(request));
  return null;
}

export const action = defineForms(
  { words: FORMS, guard: asAdmin },
  {
    "": memberForm({
      bound: ["failedSignIns"],
      schema: confirmPasswordSchema,
      async run({ context, request, viewer, value }) {
        const { services, address } = context;
        await services.auth.confirmPassword(viewer, { address }, value);
        return redirect(wayBack(request));
      },
    }),
  },
);

const wayBack = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get("next"), "/admin/reports");

export const clientAction = submitForms(FORMS);

export default function ConfirmPage() {
  const errors = formErrors(useActionData<ActionData>());
  const isPending = useNavigation().formMethod === "POST";
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-12 sm:py-16">
      <PageHeading lede="Reports hold what members said in confidence. We ask once an hour on each device.">
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
