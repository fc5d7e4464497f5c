import { redirect } from "~/app/framework.server";

/** The secret of a mail's link, as long as the page that uses it is open. */
const MAX_AGE_SECONDS = 30 * 60;
const TOKEN = /^[\w-]{43}$/;

/** Each page has a cookie of its own, so that two links don't take each other's place. */
type LinkPage = "/reset" | "/confirm";
const nameOf = (page: LinkPage) => `mail_link_${page.slice(1)}`;

function toCookie(request: Request, page: LinkPage, value: string, maxAge: number): string {
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  return `${nameOf(page)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

/**
 * Takes the secret out of the address that a mail leads to, so that it stays neither in the browser's history nor in a
 * referrer, and leads on to the page.
 */
export function takeLink(request: Request, page: LinkPage, token: string): Response {
  const value = TOKEN.test(token) ? token : "";
  const cookie = toCookie(request, page, value, value === "" ? 0 : MAX_AGE_SECONDS);
  return redirect(page, { headers: { "set-cookie": cookie, "referrer-policy": "no-referrer" } });
}

/** The secret of the link that led to a page; empty without one. Two cookies of the name are none: one was planted. */
export function readLink(request: Request, page: LinkPage): string {
  const name = `${nameOf(page)}=`;
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const [found, ...more] = pairs.filter((pair) => pair.startsWith(name));
  const token = found?.slice(name.length) ?? "";
  return more.length === 0 && TOKEN.test(token) ? token : "";
}

/** The Set-Cookie value that forgets it, once it is used. */
export function dropLink(request: Request, page: LinkPage): string {
  return toCookie(request, page, "", 0);
}
