import { redirect } from "@remix-run/cloudflare";
import { hostCookieName, readCookie, serializeCookie } from "~/app/lib/cookies.server";

const MAX_AGE_SECONDS = 30 * 60;
const TOKEN = /^[\w-]{43}$/;

/** Each page has its own cookie, so that a link to one page does not overwrite the secret for the other page. */
type LinkPage = "/reset" | "/confirm";
const nameOf = (request: Request, page: LinkPage) =>
  hostCookieName(request, `mail_link_${page.slice(1)}`);

/**
 * Moves the secret of a mail's link from the address to a cookie, so that neither the browser's
 * history nor a `Referer` header contains the secret. Redirects to the page.
 */
export function takeLink(request: Request, page: LinkPage, token: string): Response {
  const value = TOKEN.test(token) ? token : "";
  const maxAge = value === "" ? 0 : MAX_AGE_SECONDS;
  const cookie = serializeCookie(request, nameOf(request, page), value, maxAge);
  return redirect(page, { headers: { "set-cookie": cookie, "referrer-policy": "no-referrer" } });
}

/** @returns the link's secret; empty if no link opened the page */
export function readLink(request: Request, page: LinkPage): string {
  const token = readCookie(request, nameOf(request, page)) ?? "";
  return TOKEN.test(token) ? token : "";
}

export function dropLink(request: Request, page: LinkPage): string {
  return serializeCookie(request, nameOf(request, page), "", 0);
}
