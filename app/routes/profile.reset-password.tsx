import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { AFTER_PASSWORD } from "~/app/features/passkeys/passkey-list";
import {
  findPasswordFault,
  PASSWORD_FIELDS,
  ResetPasswordForm,
} from "~/app/features/profile/reset-password-form";
import type { ActionData } from "~/app/lib/action-data";
import { submitForms } from "~/app/lib/forms";
import { asMember, defineForms, memberForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { PASSKEYS_PAGE, requireSession } from "~/app/lib/session.server";
import { sessionCookie } from "~/app/lib/session-cookie.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { resetPasswordSchema } from "~/core/auth/schemas";
import { invalidField } from "~/core/shared/errors";

export const meta: MetaFunction = () => pageMeta({ title: "Reset Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSession(request, context);
  return null;
}

const FORMS = {
  "": {
    fallback: "Failed to reset password",
    offline: "An error occurred while resetting your password",
    toast: true,
  },
} as const;

export const action = defineForms(
  { words: FORMS, guard: asMember },
  {
    "": memberForm({
      bound: "passwordChanges",
      schema: resetPasswordSchema,
      fields: PASSWORD_FIELDS,
      read(form) {
        const fault = findPasswordFault(form);
        if (fault) throw invalidField(fault.field, fault.message);
        return Object.fromEntries(form);
      },
      async run({ context, request, viewer, value }) {
        const { services, address } = context;
        // Makes a new token for this session, so that a stolen copy of the old one stops working.
        const options = { renew: true };
        const change = await services.auth.resetPassword(viewer, { address }, value, options);
        const headers = change.session && { "set-cookie": sessionCookie(request, change.session) };
        const toast = { type: "success", message: change.message };
        const hasPasskeys = (await services.passkeys.listPasskeys(viewer)).length > 0;
        const to = hasPasskeys ? `${PASSKEYS_PAGE}?${AFTER_PASSWORD}` : "/profile";
        return redirectWithToast(to, toast, headers ?? {});
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function ResetPasswordPage() {
  const answer = useActionData<ActionData>();
  return (
    <div className="page-width flex max-w-form flex-col gap-8 py-10 sm:py-14">
      <PageHeading lede="Every other device you are signed in on will be signed out.">
        Reset Password
      </PageHeading>
      <ResetPasswordForm answer={answer} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Reset Password" message="Failed to load profile data" />;
}
