import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { Banner, FormError } from "~/app/components/form-banner";
import { PasswordField } from "~/app/components/password-field";
import { useHydrated } from "~/app/components/use-hydrated";
import { AuthForm, AuthPage, EmailField } from "~/app/features/accounts/auth-page";
import { letIn } from "~/app/features/accounts/let-in.server";
import { usePasskey } from "~/app/features/accounts/use-passkey";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { readSession } from "~/app/lib/session.server";
import { wasSignedOut } from "~/app/lib/session-cookie.server";
import { keepsWords } from "~/app/messaging/storage";
import { signInByPasskey } from "~/core/accounts/passkeys";
import { loginSchema, provePasskeySchema } from "~/core/accounts/schemas";
import { login } from "~/core/accounts/service";
import { BRAND } from "~/core/shared/brand";
import { parseInput } from "~/core/shared/parse";

const FAILED = "An error occurred during login";

export const meta: MetaFunction = () =>
  pageMeta({ title: "Sign In", description: `Sign in to ${BRAND.name}.` });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = new URL(request.url).searchParams.get("next");
  // A visitor can already be signed in, for example because the page has just restored the stored
  // session.
  if (await readSession(request, context)) throw redirect(safeNext(next, "/conversations"));
  return { hasMail: context.config.mail !== "off", wasSignedOut: wasSignedOut(request) };
}

export async function action(args: ActionFunctionArgs) {
  const { deps, config, address } = args.context;
  const form = await readForm(args.request, { "": loginSchema, passkey: provePasskeySchema });
  try {
    const signedIn =
      form.intent === ""
        ? await login(deps, address, parseInput(loginSchema, form.fields))
        : await signInByPasskey(
            deps,
            address,
            config.origin,
            parseInput(provePasskeySchema, form.fields),
          );
    return await letIn(args, signedIn, "Successfully logged in!");
  } catch (error) {
    const refusal = toRefusal(error, FAILED, args);
    return refuse(form, refusal, { challenge: refusal.extra?.challenge });
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function SignInPage() {
  const { hasMail, wasSignedOut: isOver } = useLoaderData<typeof loader>();
  const form = useForm({
    offline: FAILED,
    schema: async () => (await import("~/core/accounts/schemas")).loginSchema,
  });
  return (
    <AuthPage
      title="Sign In"
      lede="Somebody may be waiting for an answer."
      other={{ link: "Don't have an account?", to: "/signup" }}
    >
      {isOver ? <SignedOut /> : null}
      <AuthForm form={form} submit="Sign In" note={hasMail ? <ForgotLink /> : null}>
        <EmailField {...form.bind("email")} />
        <PasswordField label="Password" {...form.bind("password")} />
      </AuthForm>
      <PasskeySignIn />
    </AuthPage>
  );
}

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

function PasskeySignIn() {
  const { isSupported, isBusy, error, ask } = usePasskey("sign_in", {
    intent: "passkey",
    offline: FAILED,
  });
  const hydrated = useHydrated();
  if (hydrated && !isSupported) return null;
  return (
    // Invisible until scripts know if passkeys are supported, so that nothing below moves.
    <div className={cx("mt-5 flex flex-col gap-4", !hydrated && "invisible")}>
      <FormError error={error} />
      <Button variant="secondary" pending={isBusy} onClick={() => void ask()}>
        Use a passkey
      </Button>
    </div>
  );
}
