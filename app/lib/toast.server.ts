import { redirect } from "@remix-run/cloudflare";
import type { ToastMessage } from "~/app/components/toast";

/** Not a secret and not trusted: whoever forges it only sends words to their own screen. */
const COOKIE = "toast";
const MAX_AGE_SECONDS = 60;

function serialize(value: string, maxAge: number): string {
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`;
}

/** The `Set-Cookie` value that shows a notification on the next page. */
export function toastCookie(toast: ToastMessage): string {
  return serialize(encodeURIComponent(JSON.stringify(toast)), MAX_AGE_SECONDS);
}

/**
 * A redirect that shows a notification where it leads.
 * @param headers further headers, such as the session's cookie; they are kept
 */
export function redirectWithToast(
  to: string,
  toast: ToastMessage,
  headers?: HeadersInit,
): Response {
  const all = new Headers(headers);
  all.append("Set-Cookie", toastCookie(toast));
  return redirect(to, { headers: all });
}

/** The notification that came with a request, and the header that makes sure it is shown once. */
export function readToast(request: Request): {
  toast: ToastMessage | null;
  headers: Record<string, string>;
} {
  const pairs = (request.headers.get("Cookie") ?? "").split(";").map((pair) => pair.trim());
  const raw = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  if (raw === undefined) return { toast: null, headers: {} };
  return { toast: parseToast(raw), headers: { "Set-Cookie": serialize("", 0) } };
}

function parseToast(raw: string): ToastMessage | null {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(raw));
    if (typeof value !== "object" || value === null) return null;
    const { type, message } = value as Record<string, unknown>;
    if (typeof message !== "string" || message === "") return null;
    return { type: typeof type === "string" ? type : "info", message: message.slice(0, 300) };
  } catch {
    return null;
  }
}
