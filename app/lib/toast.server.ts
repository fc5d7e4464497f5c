import { redirect, redirectDocument } from "@remix-run/cloudflare";
import type { FlashMessage } from "~/app/components/toast";
import { clip } from "~/core/shared/code-points";
import { parseObject } from "./browser-storage";
import { readCookies } from "./cookies.server";
import { serializeScriptCookie, TOAST_COOKIE } from "./script-cookies";
import { isSentByBrowser } from "./script-navigation";
import { isStaticPath } from "./static-pages";

const MAX_AGE_SECONDS = 60;

function toastCookie(message: string): string {
  const flash: FlashMessage = { id: crypto.randomUUID(), type: "success", message };
  const value = encodeURIComponent(JSON.stringify(flash));
  return serializeScriptCookie(TOAST_COOKIE, value, MAX_AGE_SECONDS);
}

export function redirectWithToast(to: string, message: string, headers?: HeadersInit): Response {
  const all = new Headers(headers);
  all.append("Set-Cookie", toastCookie(message));
  return isStaticPath(to) ? redirectDocument(to, { headers: all }) : redirect(to, { headers: all });
}

/**
 * Answers a form that has succeeded and stays on its page. Without scripts this redirects to the page without the
 * parameters `index`, which names the action, and `dialog`, which opens a dialog.
 */
export function stayWithToast(request: Request, message: string) {
  if (!isSentByBrowser(request)) return { message };
  const { pathname, searchParams } = new URL(request.url);
  for (const name of ["index", "dialog"]) searchParams.delete(name);
  const to = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  return redirectWithToast(to, message);
}

/**
 * Remix's `flash` would remove the toast when it is read, although the response might never be shown. Here the
 * response with the page removes the cookie ({@link endToast}), or the scripts that show the toast do.
 */
export function readToast(request: Request): FlashMessage | null {
  const raw = readRaw(request);
  return raw === undefined ? null : parseToast(raw);
}

export function endToast(request: Request, headers: Headers): void {
  if (readRaw(request) !== undefined)
    headers.append("Set-Cookie", serializeScriptCookie(TOAST_COOKIE, "", 0));
}

const readRaw = (request: Request): string | undefined => readCookies(request, TOAST_COOKIE)[0];

function parseToast(raw: string): FlashMessage | null {
  const { id, type, message } = parseObject(decode(raw)) ?? {};
  if (typeof id !== "string" || typeof message !== "string" || message === "") return null;
  const kind = typeof type === "string" ? type : "info";
  return { id: clip(id, 36), type: clip(kind, 16), message: clip(message, 300) };
}

function decode(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
