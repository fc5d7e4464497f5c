import { MAX_ADDRESS_LENGTH, MAX_PATH_LENGTH } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { readBody } from "./request-body";

/** Clients of a removed protocol send this parameter, to which the framework would answer with an error. */
const LEFT_PARAMETER = "_data";

/**
 * Checks the URL's length, the origin and the body's length (at most 64 KiB). The page's action checks the form
 * (`readForm` of `app/lib/form.ts`).
 * @throws AppError `address_too_long`, `cross_origin`, `body_too_large`, in this order
 */
export async function readPageRequest(request: Request): Promise<Request> {
  const url = new URL(request.url);
  if (url.href.length > MAX_ADDRESS_LENGTH || url.pathname.length > MAX_PATH_LENGTH) {
    throw new AppError("address_too_long");
  }
  if (!isTrustedOrigin(request)) throw new AppError("cross_origin");
  if (request.method === "POST") {
    const body = await readBody(request);
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    if (body.length === 0) headers.set("content-type", "application/x-www-form-urlencoded");
    // Any client can set this header, and the framework would compare `Origin` with it. The check
    // above uses the request's own host.
    headers.delete("x-forwarded-host");
    url.searchParams.delete(LEFT_PARAMETER);
    const { signal } = request;
    return new Request(url, { method: "POST", headers, body, signal });
  }
  if (!url.searchParams.has(LEFT_PARAMETER)) return request;
  url.searchParams.delete(LEFT_PARAMETER);
  return new Request(url, request);
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether the request's cookie can be trusted: the request changes nothing, or comes from our own pages. A request
 * without Origin and Sec-Fetch-Site is not from a browser, so cross-site forgery doesn't apply. hono/csrf isn't used:
 * it refuses such requests, checks only form types, and lets Sec-Fetch-Site overrule a foreign Origin.
 */
export function isTrustedOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}
