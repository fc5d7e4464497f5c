import type { AppLoadContext } from "@remix-run/cloudflare";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { passkeyPage } from "~/app/lib/session.server";
import { endedCookie, sessionCookie, wasSignedOut } from "~/app/lib/session-cookie.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { SignedIn } from "~/core/accounts/session";
import { authenticate } from "~/core/accounts/session";

/**
 * The answer to a successful sign-in or sign-up: redirects to the page that the member wanted, or
 * to the landing page. An admin who must use a passkey goes to the passkey page first.
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
  return redirectWithToast(to, message, headers);
}

async function mustUsePasskey({ deps }: AppLoadContext, { user, token }: SignedIn) {
  if (!user.is_admin) return false;
  const { passkey } = await authenticate(deps, token);
  return passkey.isRequired && !passkey.isConfirmed;
}
