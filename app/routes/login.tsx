import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { PasswordField } from "~/app/components/password-field";
import { TextField } from "~/app/components/text-field";
import { PASSWORD_FIELDS, refuseForm, welcome } from "~/app/features/auth/answer-form.server";
import { AuthForm, submitAuth } from "~/app/features/auth/auth-form";
import { AuthPage } from "~/app/features/auth/auth-page";
import { Greeting } from "~/app/features/auth/greeting";
import { type ClientActionFunctionArgs, useActionData } from "~/app/framework";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { safeNext } from "~/app/lib/safe-next";
import { readSession } from "~/app/lib/session.server";
import { useCheckedForm } from "~/app/lib/use-checked-form";
import { loginSchema } from "~/core/auth/schemas";
import { BRAND } from "~/core/shared/brand";

type Field = keyof z.input<typeof loginSchema>;

/** What is said when neither the service nor the network says anything better (specification §8). */
const FAILED = "An error occurred during login";

export const meta: MetaFunction = () =>
  pageMeta({ title: "Sign In", description: `Sign in to ${BRAND.name}.` });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = new URL(request.url).searchParams.get("next");
  // Signed in already, or again by the stored session: on to where one was going.
  if (await readSession(request, context)) throw redirect(safeNext(next, "/conversations"));
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readFields(request, Object.keys(loginSchema.shape));
  const submission = parseWithZod(form, { schema: loginSchema });
  if (submission.status !== "success") {
    return data(submission.reply({ hideFields: PASSWORD_FIELDS }), { status: 400 });
  }
  try {
    const client = { address: context.address };
    const signedIn = await context.services.auth.login(client, submission.value);
    return welcome(request, signedIn, "Successfully logged in!");
  } catch (error) {
    return refuseForm(submission, error, FAILED, { request, context });
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return submitAuth(serverAction<typeof action>, FAILED);
}

export default function SignInPage() {
  const form = useCheckedForm<Field>({
    id: "sign-in",
    lastResult: useActionData<SubmissionResult<string[]>>(),
    loadCheck: () => import("~/app/features/auth/check-login"),
  });
  return (
    <AuthPage
      title="Sign In"
      lede={
        <>
          <Greeting /> Somebody may be waiting for an answer.
        </>
      }
      other={{ link: "Don't have an account?", to: "/signup" }}
    >
      <AuthForm form={form} submit="Sign In">
        <TextField
          label="Email Address"
          type="email"
          autoComplete="username"
          inputMode="email"
          aria-required
          {...form.bind("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aria-required
          {...form.bind("password")}
        />
      </AuthForm>
    </AuthPage>
  );
}
