import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { PasswordField } from "~/app/components/password-field";
import { TextField } from "~/app/components/text-field";
import { AuthForm, AuthPage, EmailField } from "~/app/features/accounts/auth-page";
import { GenderFields } from "~/app/features/accounts/gender-fields";
import { letIn } from "~/app/features/accounts/let-in.server";
import { signUpSchema } from "~/app/features/accounts/password-schemas";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { NAME_HINT } from "~/app/lib/format-profile";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSignedOut } from "~/app/lib/session.server";
import { register } from "~/core/accounts/service";
import { BRAND } from "~/core/shared/brand";
import {
  MINIMUM_AGE_YEARS,
  MINIMUM_DATE_OF_BIRTH,
  PASSWORD_MIN_LENGTH,
} from "~/core/shared/constants";
import { ERRORS } from "~/core/shared/errors";
import { parseInput } from "~/core/shared/parse";

const FAILED = "An error occurred during registration";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Create Account",
    description: `Join ${BRAND.name}: one stranger a day, and nothing but words.`,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSignedOut(request, context);
  return { asksToConfirm: context.config.mustVerify };
}

export async function action(args: ActionFunctionArgs) {
  const { deps, address } = args.context;
  const form = await readForm(args.request, signUpSchema);
  try {
    const { confirmPassword: _, ...account } = parseInput(signUpSchema, form.fields);
    const signedIn = await register(deps, address, account, "given");
    return await letIn(args, signedIn, "Account created successfully!");
  } catch (error) {
    const refusal = toRefusal(error, FAILED, args);
    const { status, message, extra } = refusal;
    const errors = status === ERRORS.email_taken.status ? [{ path: "email", message }] : [];
    refusal.errors.push(...errors);
    return refuse(form, refusal, { challenge: extra?.challenge });
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function SignUpPage() {
  const { asksToConfirm } = useLoaderData<typeof loader>();
  const form = useForm({
    offline: FAILED,
    schema: async () => (await import("~/app/features/accounts/password-schemas")).signUpSchema,
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
      <AuthForm form={form} submit="Create Account" note={<TermsNote />}>
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
        <GenderFields form={form} />
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
