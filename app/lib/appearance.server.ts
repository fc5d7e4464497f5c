import {
  type Appearance,
  DEFAULT_APPEARANCE,
  TEXT_SIZES,
  THEMES,
  UNITS,
} from "~/core/shared/appearance";
import { readCookie, serializeCookie } from "./cookies.server";

/** The name of a cookie with `theme.size.units`, such as 'dark.larger.dm24km'. It identifies no one and gives no access. */
const COOKIE = "look";
/** The longest time for which browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400;

const oneOf = <Value extends string>(all: readonly Value[], value: string | undefined) =>
  all.find((one) => one === value);

/** Reads the look that was chosen in this browser. Unknown values become the default. */
export function readAppearance(request: Request): Appearance {
  const [theme, size, units] = (readCookie(request, COOKIE) ?? "").split(".");
  return {
    theme: oneOf(THEMES, theme) ?? DEFAULT_APPEARANCE.theme,
    size: oneOf(TEXT_SIZES, size) ?? DEFAULT_APPEARANCE.size,
    units: oneOf(UNITS, units) ?? DEFAULT_APPEARANCE.units,
  };
}

/** The Set-Cookie value that stores the look in this browser. */
export function serializeAppearance(request: Request, { theme, size, units }: Appearance): string {
  return serializeCookie(request, COOKIE, `${theme}.${size}.${units}`, KEPT_SECONDS);
}
