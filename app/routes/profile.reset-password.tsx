import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form } from "@remix-run/react";
import { Button, ButtonRow } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading } from "~/app/components/section";
import { AFTER_PASSWORD } from "~/app/features/accounts/passkey-list";
import { changePasswordSchema } from "~/app/features/accounts/password-schemas";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { PASSKEYS_PAGE, requireSession } from "~/app/lib/session.server";
import { sessionCookie } from "~/app/lib/session-cookie.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { listPasskeys } from "~/core/accounts/passkeys";
import { resetPassword } from "~/core/accounts/service";
import { countUse } from "~/core/accounts/session";
import { PASSWORD_MIN_LENGTH } from "~/core/shared/constants";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Reset Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSession(request, context);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { deps, address } = context;
  const { viewer } = await requireSession(request, context);
  const form = await readForm(request, changePasswordSchema);
  try {
    await countUse(deps, viewer, "passwordChanges");
    const input = parseInput(changePasswordSchema, form.fields);
    // Makes a new token for this session, so that a stolen copy of the old one stops working.
    const change = await resetPassword(deps, viewer, address, input, { renew: true });
    const headers = change.session && { "set-cookie": sessionCookie(request, change.session) };
    const hasPasskeys = (await listPasskeys(deps, viewer)).length > 0;
    const to = hasPasskeys ? `${PASSKEYS_PAGE}?${AFTER_PASSWORD}` : "/profile";
    return redirectWithToast(to, change.message, headers ?? {});
  } catch (error) {
    return refuse(form, toRefusal(error, "Failed to reset password", args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function ResetPasswordPage() {
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-10 sm:py-14">
      <PageHeading lede="Every other device you are signed in on will be signed out.">
        Reset Password
      </PageHeading>
      <ResetPasswordForm />
    </div>
  );
}

function ResetPasswordForm() {
  const { props, errors, isBusy } = useForm({
    offline: "An error occurred while resetting your password",
    schema: async () =>
      (await import("~/app/features/accounts/password-schemas")).changePasswordSchema,
    notifies: true,
  });
  const bind = (name: string) => ({ name, ...(errors[name] && { sharedErrorId: "failure" }) });
  return (
    <>
      <FormError error={Object.values(errors)[0]} id="failure" />
      <Form {...props} id="reset-password" className="flex flex-col gap-6">
        <PasswordField label="Current Password" {...bind("currentPassword")} />
        <PasswordField
          label="New Password"
          isNew
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          {...bind("newPassword")}
        />
        <PasswordField label="Confirm New Password" isNew {...bind("confirmPassword")} />
      </Form>
      <ButtonRow>
        <GoButton to="/profile" disabled={isBusy}>
          Cancel
        </GoButton>
        <Button type="submit" form="reset-password" pending={isBusy}>
          Update Password
        </Button>
      </ButtonRow>
    </>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Reset Password" message="Failed to load profile data" />;
}
