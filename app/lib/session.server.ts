import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { isPasswordConfirmed } from "~/core/accounts/service";
import { authenticate } from "~/core/accounts/session";
import type { Viewer } from "~/core/accounts/viewer";
import { followZone } from "~/core/profile/service";
import { AppError } from "~/core/shared/errors";
import { isSecure, readCookie } from "./cookies.server";
import { safeNext } from "./safe-next";
import { FORGET_COOKIE, serializeZoneCookie, ZONE_COOKIE } from "./script-cookies";
import { isSentByBrowser } from "./script-navigation";
import { endedCookie, endSessionCookie, readSessionCookie } from "./session-cookie.server";

interface PageSession {
  viewer: Viewer;
  token: string;
}

// The loaders of one page run in parallel, so the session is looked up once for all of them.
const known = new WeakMap<AppLoadContext, Promise<PageSession | null>>();

export function readSession(
  request: Request,
  context: AppLoadContext,
): Promise<PageSession | null> {
  const before = known.get(context);
  if (before) return before;
  const session = lookUp(request, context);
  known.set(context, session);
  return session;
}

async function lookUp(request: Request, context: AppLoadContext): Promise<PageSession | null> {
  const token = readSessionCookie(request);
  if (!token) return null;
  try {
    const { deps } = context;
    const authenticated = await authenticate(deps, token);
    const viewer = await followZone(deps, authenticated, readCookie(request, ZONE_COOKIE));
    return { viewer, token };
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  }
}

/**
 * `Clear-Site-Data` names only the cache. Clearing cookies and storage too would remove the next
 * page's toast and `cookieConsent`, so scripts clear the session's part of the storage. After a
 * form without scripts, `FORGET_COOKIE` makes the next page's scripts do so.
 */
export function signedOutHeaders(request: Request): Headers {
  const headers = new Headers({ "clear-site-data": '"cache"' });
  headers.append("set-cookie", endSessionCookie(request));
  headers.append("set-cookie", serializeZoneCookie("", isSecure(request)));
  if (isSentByBrowser(request)) headers.append("set-cookie", FORGET_COOKIE);
  return headers;
}

/** The page that shows a suspended or banned member the reasons, and takes an appeal. */
export const STATEMENT_PAGE = "/account/standing";

/**
 * @param options.page the page to return to after signing in; by default the request's own. Needed
 * by routes that answer with data instead of a page
 * @param options.whileSuspended lets suspended and banned members in. By default they are
 * redirected to the statement of reasons
 * @throws a redirect to /login, which leads back to the page (docs/rules.md#guards)
 */
export async function requireSession(
  request: Request,
  context: AppLoadContext,
  { page, whileSuspended = false }: { page?: string; whileSuspended?: boolean } = {},
): Promise<PageSession> {
  const session = await readSession(request, context);
  if (!session) throw redirectToLogin(request, page);
  if (!whileSuspended && isBarred(session)) throw redirect(STATEMENT_PAGE);
  return session;
}

/**
 * Also removes the session's cookie. If there was one, /login says that the session has ended. After signing in,
 * /login leads to `page`.
 */
export function redirectToLogin(request: Request, page = wayBack(request.url)): Response {
  const headers = new Headers({ "set-cookie": endSessionCookie(request) });
  if (readSessionCookie(request) !== null) headers.append("set-cookie", endedCookie(request));
  return redirect(`/login?next=${encodeURIComponent(page)}`, { headers });
}

export function isBarred({ viewer: { standing } }: PageSession): boolean {
  return standing.standing === "suspended" || standing.standing === "banned";
}

/** Parameters that a page's scripts send only to its loader. {@link wayBack} leaves them out. */
const POLL_PARAMETERS = ["poll", "knowsWhy"];

/**
 * The path and query to return to later, without {@link POLL_PARAMETERS}. If `safeNext` refuses that, for example as
 * too long, only the path.
 */
function wayBack(address: string): string {
  const { pathname, searchParams } = new URL(address);
  for (const name of POLL_PARAMETERS) searchParams.delete(name);
  return searchParams.size > 0 ? safeNext(`${pathname}?${searchParams}`, pathname) : pathname;
}

export const PASSKEYS_PAGE = "/profile/passkeys";

export const passkeyPage = (next: string) => `/admin/passkey?next=${encodeURIComponent(next)}`;

export function redirectToPasskey(request: Request): Response {
  return redirect(passkeyPage(wayBack(request.url)));
}

/**
 * @throws a redirect to /login for visitors and for members who aren't admins; a redirect to the
 * passkey page for admins who must confirm with a passkey and haven't yet
 */
export async function requireAdminSession(
  request: Request,
  context: AppLoadContext,
): Promise<PageSession> {
  const session = await requireSession(request, context);
  const { isAdmin, passkey } = session.viewer;
  if (!isAdmin) throw redirect("/login");
  if (passkey.isRequired && !passkey.isConfirmed) throw redirectToPasskey(request);
  return session;
}

const CONFIRMATION_PAGE = "/admin/confirm";

/**
 * @throws as {@link requireAdminSession}; a redirect to the page for the passkey or the password,
 * unless the admin has confirmed with one of them within the last hour
 */
export async function requireConfirmedAdmin(
  request: Request,
  context: AppLoadContext,
): Promise<PageSession> {
  const session = await requireAdminSession(request, context);
  const { viewer } = session;
  if (isPasswordConfirmed(context.deps, viewer)) return session;
  if (viewer.passkey.isRegistered) throw redirectToPasskey(request);
  throw redirect(`${CONFIRMATION_PAGE}?next=${encodeURIComponent(wayBack(request.url))}`);
}

export async function requireSignedOut(request: Request, context: AppLoadContext): Promise<void> {
  if (await readSession(request, context)) throw redirect("/conversations");
}
