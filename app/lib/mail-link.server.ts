import { redirect } from "~/app/framework.server";
import { hostCookieName, readCookie, serializeCookie } from "./cookies.server";

/** The secret of a mail's link, as long as the page that uses it is open. */
const MAX_AGE_SECONDS = 30 * 60;
const TOKEN = /^[\w-]{43}$/;

/** Each page has a cookie of its own, so that two links don't take each other's place. */
type LinkPage = "/reset" | "/confirm";
const nameOf = (request: Request, page: LinkPage) =>
  hostCookieName(request, `mail_link_${page.slice(1)}`);

/**
 * Takes the secret out of the address that a mail leads to, so that it stays neither in the browser's history nor in a
 * referrer, and leads on to the page.
 */
export function takeLink(request: Request, page: LinkPage, token: string): Response {
  const value = TOKEN.test(token) ? token : "";
  const maxAge = value === "" ? 0 : MAX_AGE_SECONDS;
  const cookie = serializeCookie(request, nameOf(request, page), value, maxAge);
  return redirect(page, { headers: { "set-cookie": cookie, "referrer-policy": "no-referrer" } });
}

/** The secret of the link that led to a page; empty without one. */
export function readLink(request: Request, page: LinkPage): string {
  const token = readCookie(request, nameOf(request, page)) ?? "";
  return TOKEN.test(token) ? token : "";
}

/** The Set-Cookie value that forgets it, once it is used. */
export function dropLink(request: Request, page: LinkPage): string {
  return serializeCookie(request, nameOf(request, page), "", 0);
}
