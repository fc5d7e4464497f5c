import { type AppLoadContext, data } from "@remix-run/cloudflare";
import type { z } from "zod";
import { type ActionData, failForm } from "~/app/lib/action-data";
import { type FormBound, guestForm } from "~/app/lib/forms.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { passkeyPage } from "~/app/lib/session.server";
import { endedCookie, sessionCookie, wasSignedOut } from "~/app/lib/session-cookie.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { SignedIn } from "~/core/auth/session";
import { AppError } from "~/core/shared/errors";

/** Answer of sign-in and sign-up. */
export interface AuthAnswer extends ActionData {
  /** The challenge of a proof of work that the server requires first. */
  challenge?: object;
}

type Auth = AppLoadContext["services"]["auth"];

interface AuthForm<Schema extends z.ZodObject> {
  bound: FormBound<null>;
  schema: Schema;
  /** The fields whose text the form shows again. Never a password, since anyone who sees the page could read it. */
  keeps: readonly string[];
  /** Signs in or up. */
  enter: (auth: Auth, client: { address: string }, value: z.output<Schema>) => Promise<SignedIn>;
  /** The notification after a success. */
  welcome: string;
}

/**
 * Redirects a member who has signed in or up to the page that they wanted, or to the landing page. An admin who must
 * confirm with a passkey is sent to do that first, or to add one if they have none.
 */
export async function letIn(
  { request, context }: RouteArgs,
  signedIn: SignedIn,
  message: string,
): Promise<Response> {
  const next = safeNext(new URL(request.url).searchParams.get("next"));
  const headers = new Headers({ "set-cookie": sessionCookie(request, signedIn) });
  if (wasSignedOut(request)) headers.append("set-cookie", endedCookie(request, 0));
  const to = (await mustUsePasskey(context, signedIn)) ? passkeyPage(next) : next;
  return redirectWithToast(to, { type: "success", message }, headers);
}

async function mustUsePasskey({ services }: AppLoadContext, { user, token }: SignedIn) {
  if (!user.is_admin) return false;
  const { passkey } = await services.auth.authenticate(token);
  return passkey.isRequired && !passkey.isConfirmed;
}

/** The action of the sign-in and sign-up forms. It redirects to the page that the member wanted, or to the landing page. */
export function authForm<Schema extends z.ZodObject>({
  enter,
  welcome,
  ...form
}: AuthForm<Schema>) {
  return guestForm<Schema>({
    ...form,
    isChecked: true,
    async run({ value, answer, ...args }) {
      const { services, address } = args.context;
      try {
        return await letIn(args, await enter(services.auth, { address }, value), welcome);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { code, message } = error;
        if (code === "email_taken") {
          throw new AppError(code, { errors: [{ path: "email", message }] });
        }
        if (code !== "proof_required") throw error;
        const challenge = error.details.extra?.challenge as object;
        const asked: AuthAnswer = { ...failForm(message, answer), challenge };
        return data(asked, { status: error.status });
      }
    },
  });
}
