import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { LinkButton } from "~/app/components/button";
import { PasswordField } from "~/app/components/password-field";
import { AuthForm } from "~/app/features/auth/auth-form";
import { AuthPage } from "~/app/features/auth/auth-page";
import { newPasswordSchema } from "~/app/features/auth/password-schemas";
import type { ActionData } from "~/app/lib/action-data";
import { submitForms } from "~/app/lib/forms";
import { asAnyone, defineForms, guestForm } from "~/app/lib/forms.server";
import { dropLink, readLink } from "~/app/lib/mail-link.server";
import { pageMeta } from "~/app/lib/page-meta";
import { endSessionCookie } from "~/app/lib/session-cookie.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { useCheckedForm } from "~/app/lib/use-checked-form";
import { PASSWORD_MIN_LENGTH, RESET_LINK_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";

type Field = keyof z.input<typeof newPasswordSchema>;

const FORMS = { "": { fallback: "Failed to reset password" } } as const;

export const meta: MetaFunction = () => pageMeta({ title: "New Password" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = readLink(request, "/reset");
  const client = { address: context.address };
  const { recovery } = context.services;
  return { isGood: token !== "" && (await recovery.isResetLinkGood(client, { token })) };
}

export const action = defineForms(
  { words: FORMS, guard: asAnyone },
  {
    "": guestForm({
      bound: ["mailRequests", "mailRequestsOfNetwork"],
      schema: newPasswordSchema,
      isChecked: true,
      async run({ context, request, value: { password } }) {
        const { services, address } = context;
        const token = readLink(request, "/reset");
        const { message } = await services.recovery.recover({ address }, { token, password });
        // The new password has ended every session, including this browser's own.
        const headers = new Headers({ "set-cookie": dropLink(request, "/reset") });
        headers.append("set-cookie", endSessionCookie(request));
        return redirectWithToast("/login", { type: "success", message }, headers);
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function NewPasswordPage() {
  const { isGood } = useLoaderData<typeof loader>();
  const answer = useActionData<ActionData>();
  const form = useCheckedForm<Field>({
    id: "new-password",
    lastResult: answer,
    loadSchema: async () =>
      (await import("~/app/features/auth/password-schemas")).newPasswordSchema,
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
