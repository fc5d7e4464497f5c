import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/app/components/button";
import { PasswordField } from "~/app/components/password-field";
import { AuthForm, AuthPage } from "~/app/features/accounts/auth-page";
import { dropLink, readLink } from "~/app/features/accounts/mail-link.server";
import { newPasswordSchema } from "~/app/features/accounts/password-schemas";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { endSessionCookie } from "~/app/lib/session-cookie.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { findResetLink, recover } from "~/core/accounts/recovery";
import { PASSWORD_MIN_LENGTH, RESET_LINK_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";
import { parseInput } from "~/core/shared/parse";

const FAILED = "Failed to reset password";

export const meta: MetaFunction = () => pageMeta({ title: "New Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = readLink(request, "/reset");
  const { deps, address } = context;
  return { isGood: token !== "" && (await findResetLink(deps, address, token)) !== undefined };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await readForm(request, newPasswordSchema);
  try {
    const { password } = parseInput(newPasswordSchema, form.fields);
    const account = { token: readLink(request, "/reset"), password };
    const { message } = await recover(context.deps, context.address, account);
    // The new password has ended every session, including this browser's own.
    const headers = new Headers({ "set-cookie": dropLink(request, "/reset") });
    headers.append("set-cookie", endSessionCookie(request));
    return redirectWithToast("/login", message, headers);
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function NewPasswordPage() {
  const { isGood } = useLoaderData<typeof loader>();
  const form = useForm({
    offline: FAILED,
    schema: async () =>
      (await import("~/app/features/accounts/password-schemas")).newPasswordSchema,
  });
  return (
    <AuthPage
      title={isGood ? "New Password" : "This link no longer works"}
      lede={
        isGood
          ? "You will be signed out on every device."
          : `A link works once, and for ${formatDuration(RESET_LINK_MS)}. A newer link replaces it.`
      }
      other={{ link: "Sign In", to: "/login" }}
    >
      {isGood ? (
        <AuthForm form={form} submit="Set New Password">
          <PasswordField
            label="Password"
            hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
            isNew
            {...form.bind("password")}
          />
          <PasswordField label="Confirm Password" isNew {...form.bind("confirmPassword")} />
        </AuthForm>
      ) : (
        <LinkButton to="/forgot">Ask for a new link</LinkButton>
      )}
    </AuthPage>
  );
}
