import { THEMES, type Theme } from "~/core/shared/appearance";
import { readCookie, serializeCookie } from "./cookies.server";

/** The name of a cookie with the chosen colours. It identifies no one and gives no access. */
const COOKIE = "look";
/** The longest time for which browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400;

/** Reads the colours that were chosen in this browser. An unknown value is the device's choice. */
export function readTheme(request: Request): Theme {
  const look = readCookie(request, COOKIE);
  return THEMES.find((theme) => theme === look) ?? "system";
}

/** The Set-Cookie value that stores the colours in this browser. */
export const serializeTheme = (request: Request, theme: Theme): string =>
  serializeCookie(request, COOKIE, theme, KEPT_SECONDS);
