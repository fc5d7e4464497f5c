import {
  type Appearance,
  DEFAULT_APPEARANCE,
  TEXT_SIZES,
  THEMES,
  UNITS,
} from "~/core/shared/appearance";
import { readCookie, serializeCookie } from "./cookies.server";

/** Names no one and opens nothing; `theme.size.units`, as in 'dark.larger.dm24km'. */
const COOKIE = "look";
/** As long as browsers keep one. */
const KEPT_SECONDS = 400 * 86_400;

const oneOf = <Value extends string>(all: readonly Value[], value: string | undefined) =>
  all.find((one) => one === value);

/** The look that this browser's reader has chosen; anything unknown is the default. */
export function readAppearance(request: Request): Appearance {
  const [theme, size, units] = (readCookie(request, COOKIE) ?? "").split(".");
  return {
    theme: oneOf(THEMES, theme) ?? DEFAULT_APPEARANCE.theme,
    size: oneOf(TEXT_SIZES, size) ?? DEFAULT_APPEARANCE.size,
    units: oneOf(UNITS, units) ?? DEFAULT_APPEARANCE.units,
  };
}

/** The Set-Cookie value that keeps it in this browser. */
export function serializeAppearance(request: Request, { theme, size, units }: Appearance): string {
  return serializeCookie(request, COOKIE, `${theme}.${size}.${units}`, KEPT_SECONDS);
}
