import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { Banner, FormErrors } from "~/app/components/form-banner";
import { PasswordField } from "~/app/components/password-field";
import { useHydrated } from "~/app/components/use-hydrated";
import { type AuthAnswer, authForm, letIn } from "~/app/features/auth/auth-action.server";
import { AuthForm, EmailField } from "~/app/features/auth/auth-form";
import { AuthPage } from "~/app/features/auth/auth-page";
import { usePasskey } from "~/app/features/passkeys/use-passkey";
import { partOfDay } from "~/app/lib/format-local";
import { submitForms } from "~/app/lib/forms";
import { asAnyone, defineForms, guestForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { safeNext } from "~/app/lib/safe-next";
import { readSession } from "~/app/lib/session.server";
import { wasSignedOut } from "~/app/lib/session-cookie.server";
import { useCheckedForm } from "~/app/lib/use-checked-form";
import { keepsWords } from "~/app/messaging/storage";
import { loginSchema, provePasskeySchema } from "~/core/auth/schemas";
import { BRAND } from "~/core/shared/brand";

type Field = keyof z.input<typeof loginSchema>;

/** The message if neither the service nor the network has a better one (docs/rules.md#failures). */
const FAILED = { fallback: "An error occurred during login" } as const;
const FORMS = { "": FAILED, passkey: FAILED } as const;

const WELCOME = "Successfully logged in!";

export const meta: MetaFunction = () =>
  pageMeta({ title: "Sign In", description: `Sign in to ${BRAND.name}.` });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = new URL(request.url).searchParams.get("next");
  // If the visitor is signed in already, or again by the stored session, redirects to the page of `next`.
  if (await readSession(request, context)) throw redirect(safeNext(next, "/conversations"));
  return { hasMail: context.config.mail !== "off", wasSignedOut: wasSignedOut(request) };
}

export const action = defineForms(
  {
    words: FORMS,
    guard: asAnyone,
    choose: (form) => (form.has("passkey") ? "passkey" : ""),
  },
  {
    "": authForm({
      bound: [
        "failedSignIns",
        "failedSignInsOfAddress",
        "failedSignInsOfNetwork",
        "failedSignInsOfEmail",
        "signInsOfAddress",
      ],
      schema: loginSchema,
      keeps: ["email"],
      enter: (auth, client, input) => auth.login(client, input),
      welcome: WELCOME,
    }),
    passkey: guestForm({
      bound: ["signInsOfAddress"],
      schema: provePasskeySchema,
      async run({ value, ...args }) {
        const { services, config, address } = args.context;
        const site = { origin: config.origin };
        const signedIn = await services.passkeys.signInByPasskey({ address }, site, value);
        return letIn(args, signedIn, WELCOME);
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function SignInPage() {
  const { hasMail, wasSignedOut: isOver } = useLoaderData<typeof loader>();
  const answer = useActionData<AuthAnswer>();
  const form = useCheckedForm<Field>({
    id: "sign-in",
    lastResult: answer,
    loadSchema: async () => (await import("~/core/auth/schemas")).loginSchema,
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
      {isOver ? <SignedOut /> : null}
      <AuthForm
        form={form}
        challenge={answer?.challenge}
        submit="Sign In"
        note={hasMail ? <ForgotLink /> : null}
      >
        <EmailField {...form.bind("email")} />
        <PasswordField label="Password" {...form.bind("password")} />
      </AuthForm>
      <PasskeySignIn />
    </AuthPage>
  );
}

/** The notice that the member was signed out, and whether the device still has unsent text. */
function SignedOut() {
  const [isKept, setKept] = useState(false);
  useEffect(() => setKept(keepsWords()), []);
  return (
    <div className="mb-6">
      <Banner>You were signed out.{isKept ? " What you wrote is kept." : null}</Banner>
    </div>
  );
}

function ForgotLink() {
  return (
    <p className="text-sm">
      <Link to="/forgot" className="text-link inline-flex min-h-11 items-center">
        Forgot password?
      </Link>
    </p>
  );
}

const GREETINGS = {
  morning: "Good morning.",
  afternoon: "Good afternoon.",
  evening: "Good evening.",
  night: "Good evening.",
};

/** A greeting by the reader's own clock. Until scripts know the clock, it fits any hour. */
function Greeting() {
  return useHydrated() ? GREETINGS[partOfDay(Date.now())] : "Welcome back.";
}

/** The passkey button below the sign-in form, if the browser supports passkeys. */
function PasskeySignIn() {
  const { isSupported, isBusy, errors, ask } = usePasskey("sign_in");
  const hydrated = useHydrated();
  if (hydrated && !isSupported) return null;
  return (
    // Invisible until scripts know if passkeys are supported. It keeps its place, so that nothing below moves.
    <div className={cx("mt-5 flex flex-col gap-4", !hydrated && "invisible")}>
      <FormErrors errors={errors} />
      <Button variant="secondary" pending={isBusy} onClick={() => void ask()}>
        Use a passkey
      </Button>
    </div>
  );
}
