import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { PasswordField } from "~/app/components/password-field";
import { TextField } from "~/app/components/text-field";
import { type AuthAnswer, authForm } from "~/app/features/auth/auth-action.server";
import { AuthForm, EmailField } from "~/app/features/auth/auth-form";
import { AuthPage } from "~/app/features/auth/auth-page";
import { GenderFields } from "~/app/features/auth/gender-fields";
import { signUpSchema } from "~/app/features/auth/password-schemas";
import { NAME_HINT } from "~/app/lib/format-profile";
import { submitForms } from "~/app/lib/forms";
import { asAnyone, defineForms } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { requireSignedOut } from "~/app/lib/session.server";
import { useCheckedForm } from "~/app/lib/use-checked-form";
import { BRAND } from "~/core/shared/brand";
import {
  MINIMUM_AGE_YEARS,
  MINIMUM_DATE_OF_BIRTH,
  PASSWORD_MIN_LENGTH,
} from "~/core/shared/constants";

type Field = keyof z.input<typeof signUpSchema>;

/** The message if neither the service nor the network has a better one (docs/rules.md#failures). */
const FORMS = { "": { fallback: "An error occurred during registration" } } as const;

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Create Account",
    description: `Join ${BRAND.name}: one stranger a day, and nothing but words.`,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSignedOut(request, context);
  return { asksToConfirm: context.config.mail !== "off" };
}

export const action = defineForms(
  { words: FORMS, guard: asAnyone },
  {
    "": authForm({
      bound: ["registrations", "registrationsOfNetwork"],
      schema: signUpSchema,
      keeps: ["name", "email", "dob", "gender", "preferred_match_gender"],
      enter: (auth, client, { confirmPassword: _, ...account }) =>
        auth.register(client, account, "given"),
      welcome: "Account created successfully!",
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function SignUpPage() {
  const { asksToConfirm } = useLoaderData<typeof loader>();
  const answer = useActionData<AuthAnswer>();
  const form = useCheckedForm<Field>({
    id: "sign-up",
    lastResult: answer,
    loadSchema: async () => (await import("~/app/features/auth/password-schemas")).signUpSchema,
  });
  return (
    <AuthPage
      title="Create Account"
      lede={
        asksToConfirm
          ? "Confirm your e-mail afterwards, and you are in the next draw, at midnight UTC."
          : "Fill this in, and you are in the next draw, at midnight UTC."
      }
      other={{ question: "Already a member?", link: "Sign In", to: "/login" }}
    >
      <AuthForm
        form={form}
        challenge={answer?.challenge}
        submit="Create Account"
        note={<TermsNote />}
      >
        <TextField
          label="Full Name"
          hint={NAME_HINT}
          autoComplete="name"
          aria-required
          {...form.bind("name")}
        />
        <EmailField {...form.bind("email")} />
        <TextField
          type="date"
          label="Date of Birth"
          hint={`You must be ${MINIMUM_AGE_YEARS} or older. Others see your age, never the date.`}
          autoComplete="bday"
          min={MINIMUM_DATE_OF_BIRTH}
          aria-required
          {...form.bind("dob")}
        />
        <GenderFields
          gender={form.bind("gender")}
          preferred={form.bind("preferred_match_gender")}
        />
        <PasswordField
          label="Password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          isNew
          {...form.bind("password")}
        />
        <PasswordField label="Confirm Password" isNew {...form.bind("confirmPassword")} />
      </AuthForm>
    </AuthPage>
  );
}

function TermsNote() {
  return (
    <p className="text-ink-muted text-sm">
      By creating an account you accept the{" "}
      <Link to="/terms" reloadDocument className="text-link">
        Terms of Service
      </Link>
      .
    </p>
  );
}
