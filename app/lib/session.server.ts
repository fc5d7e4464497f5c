import { type AppLoadContext, redirect } from "~/app/framework.server";
import type { MemberDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import type { Viewer } from "~/core/viewer/viewer";
import { isSecure, readCookie } from "./cookies.server";
import { safeNext } from "./safe-next";
import { endedCookie, endSessionCookie, readSessionCookie } from "./session-cookie.server";
import { serializeZoneCookie, ZONE_COOKIE } from "./zone-cookie";

/** The pages' own session: the same token that a client of the API bears, in an HttpOnly cookie (docs/rules.md#sessions). */
export interface PageSession {
  viewer: Viewer;
  user: MemberDto;
  token: string;
}

// Loaders of one page run side by side: the session is looked up once for all of them.
const known = new WeakMap<AppLoadContext, Promise<PageSession | null>>();

/** The session that the request's cookie names; null when there is none, or it is dead. */
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
    const { auth, profiles } = context.services;
    const authenticated = await auth.authenticate(token);
    const viewer = await profiles.followZone(authenticated, readCookie(request, ZONE_COOKIE));
    return { viewer, user: viewer.user, token };
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  }
}

/**
 * The headers of a sign-out and of a deletion: the end of the session's cookie and the zone's, and that the browser drops what it has cached of the
 * site. Not all its cookies and storage: those hold the notification of the next page and the reader's answer about
 * cookies (`cookieConsent`). The session's own storage is cleared by the page.
 */
export function signedOutHeaders(request: Request): Headers {
  const headers = new Headers({ "clear-site-data": '"cache"' });
  headers.append("set-cookie", endSessionCookie(request));
  headers.append("set-cookie", serializeZoneCookie("", isSecure(request)));
  return headers;
}

/** The page on which a member who is suspended or banned reads why, and can appeal. */
export const STATEMENT_PAGE = "/account/standing";

/**
 * @param options.page the page to return to, for a route that answers data and is no page; else the request's own page
 * @param options.whileSuspended for the pages that a suspended member needs: every other leads to the statement of reasons
 * @throws a redirect to /login that leads back (docs/rules.md#guards)
 */
export async function requireSession(
  request: Request,
  context: AppLoadContext,
  { page, whileSuspended = false }: { page?: string; whileSuspended?: boolean } = {},
): Promise<PageSession> {
  const session = await readSession(request, context);
  if (!session) throw redirectToLogin(request, page);
  if (!whileSuspended) leadToStatement(session);
  return session;
}

/** Ends the page session and leads to /login, which announces it, and from there back to `page`. */
export function redirectToLogin(request: Request, page = wayBack(request.url)): Response {
  const headers = new Headers({ "set-cookie": endSessionCookie(request) });
  if (readSessionCookie(request) !== null) headers.append("set-cookie", endedCookie(request));
  return redirect(`/login?next=${encodeURIComponent(page)}`, { headers });
}

/** @throws a redirect for a member who is suspended or banned */
function leadToStatement({ viewer }: PageSession): void {
  const { standing } = viewer.standing;
  if (standing === "suspended" || standing === "banned") throw redirect(STATEMENT_PAGE);
}

/** Parameters for a page's own loader, in no address that a member goes to. */
const POLL_PARAMETERS = ["poll", "knowsWhy"];

/** The page of an address, without its query if the whole is longer than {@link safeNext} takes. */
function wayBack(address: string): string {
  const { pathname, searchParams } = new URL(address);
  for (const name of POLL_PARAMETERS) searchParams.delete(name);
  return searchParams.size > 0 ? safeNext(`${pathname}?${searchParams}`, pathname) : pathname;
}

/** The page on which a member adds and removes passkeys, and an admin proves themselves by one. */
export const PASSKEYS_PAGE = "/profile/passkeys";

/** The page on which an admin proves a passkey; it leads on to `next`. */
export const passkeyPage = (next: string) => `/admin/passkey?next=${encodeURIComponent(next)}`;

/** Leads to the passkey, and from there back to the page that was asked for. */
export function redirectToPasskey(request: Request): Response {
  return redirect(passkeyPage(wayBack(request.url)));
}

/**
 * @throws a redirect to /login: with the way back for a visitor, without it for a member who is no admin; one to the
 *   passkey if admins must have proved themselves by one
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

/** The page on which an admin without a passkey confirms the password before reports are shown. */
const CONFIRMATION_PAGE = "/admin/confirm";

/**
 * For pages that show reports: an admin who has confirmed the password, or proved themselves by a passkey, in this
 * session within the last hour.
 * @throws as {@link requireAdminSession}, and a redirect to the page for the passkey or the password, which leads back
 */
export async function requireConfirmedAdmin(
  request: Request,
  context: AppLoadContext,
): Promise<PageSession> {
  const session = await requireAdminSession(request, context);
  const { viewer } = session;
  if (context.services.auth.isPasswordConfirmed(viewer)) return session;
  if (viewer.passkey.isRegistered) throw redirectToPasskey(request);
  throw redirect(`${CONFIRMATION_PAGE}?next=${encodeURIComponent(wayBack(request.url))}`);
}

/** @throws a redirect to /conversations for a member who is signed in (docs/rules.md#routes) */
export async function requireSignedOut(request: Request, context: AppLoadContext): Promise<void> {
  if (await readSession(request, context)) throw redirect("/conversations");
}
