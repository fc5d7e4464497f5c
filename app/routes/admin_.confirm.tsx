import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading } from "~/app/components/section";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { requireAdminSession } from "~/app/lib/session.server";
import { confirmPasswordSchema } from "~/core/accounts/schemas";
import { confirmPassword, isPasswordConfirmed } from "~/core/accounts/service";
import { parseInput } from "~/core/shared/parse";

const FAILED = "The password could not be checked";

export const meta: MetaFunction = () => pageMeta({ title: "Confirm Your Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  if (isPasswordConfirmed(context.deps, viewer)) throw redirect(wayBack(request));
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer } = await requireAdminSession(request, context);
  const form = await readForm(request, confirmPasswordSchema);
  try {
    const password = parseInput(confirmPasswordSchema, form.fields);
    await confirmPassword(context.deps, viewer, context.address, password);
    return redirect(wayBack(request));
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

const wayBack = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get("next"), "/admin/reports");

export { clientAction } from "~/app/lib/offline-fallback";

export default function ConfirmPage() {
  const form = useForm({ offline: FAILED });
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-12 sm:py-16">
      <PageHeading lede="Reports hold what members said in confidence. We ask once an hour on each device.">
        Confirm Your Password
      </PageHeading>
      <FormError error={form.errors[""]} />
      <Form {...form.props} className="flex flex-col gap-6">
        <PasswordField label="Password" {...form.bind("password")} />
        <Button type="submit" pending={form.isBusy}>
          Continue
        </Button>
      </Form>
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Confirm Your Password" message={FAILED} />;
}
