import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import {
  findPasswordFault,
  PASSWORD_FIELDS,
  ResetPasswordForm,
} from "~/app/features/profile/reset-password-form";
import { useActionData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { data } from "~/app/framework.server";
import { type ActionData, failForm } from "~/app/lib/action-data";
import { tryForm } from "~/app/lib/answer-form.server";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { requireSession } from "~/app/lib/session.server";
import { sessionCookie } from "~/app/lib/session-cookie.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { resetPasswordSchema } from "~/core/auth/schemas";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Reset Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSession(request, context);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer } = await requireSession(request, context);
  const form = await readFields(request, PASSWORD_FIELDS);
  const fault = findPasswordFault(form);
  if (fault) return data(failForm(fault.message, { toast: true }), { status: 400 });
  const { auth } = context.services;
  return tryForm(args, { fallback: "Failed to reset password", toast: true }, async () => {
    const input = parseInput(resetPasswordSchema, Object.fromEntries(form));
    await auth.countUse(viewer, "passwordChanges");
    const client = { address: context.address };
    // A member who changes the password for fear of a thief ends the thief's copy of this session's token too.
    const change = await auth.resetPassword(viewer, client, input, { renew: true });
    const headers = change.session && { "set-cookie": sessionCookie(request, change.session) };
    const toast = { type: "success", message: change.message };
    return redirectWithToast("/profile", toast, headers ?? {});
  });
}

export const clientAction = submitForm(() =>
  failForm("An error occurred while resetting your password", { toast: true }),
);

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
