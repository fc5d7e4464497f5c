import { MAX_ADDRESS_LENGTH, MAX_PATH_LENGTH } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { readBody } from "./request-body";

/** The most fields of a form; the largest form of a page has fewer. */
const MAX_FIELDS = 32;
/** Allows no bracket, no dot and no `__intent__`, because form libraries build structures of any size from such names. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const FORM_TYPE = "application/x-www-form-urlencoded";
/** A parameter that asks the framework for a protocol that it no longer supports. Its answer would be an error. */
const LEFT_PARAMETER = "_data";

/**
 * Returns a request that is safe for the pages. Its address is at most as long as a page's. Its body, if any, is a small flat
 * form: each name occurs once, and each value is a text. An empty body is an empty form. The action of a form checks its names
 * (`app/lib/forms.server.ts`).
 * @throws AppError `address_too_long`, `cross_origin`, `body_too_large`, `invalid_input`, in this order
 */
export async function readPageRequest(request: Request): Promise<Request> {
  const url = new URL(request.url);
  if (url.href.length > MAX_ADDRESS_LENGTH || url.pathname.length > MAX_PATH_LENGTH) {
    throw new AppError("address_too_long");
  }
  if (!isTrustedOrigin(request)) throw new AppError("cross_origin");
  if (request.method === "POST") {
    const fields = await parseForm(await readBody(request), request.headers.get("content-type"));
    const headers = new Headers(request.headers);
    headers.set("content-type", FORM_TYPE);
    headers.delete("content-length");
    // A client may send any value in this header, and the framework would compare `Origin` with it. The check above uses the
    // request's own host.
    headers.delete("x-forwarded-host");
    url.searchParams.delete(LEFT_PARAMETER);
    const { signal } = request;
    return new Request(url, { method: "POST", headers, body: fields.toString(), signal });
  }
  if (!url.searchParams.has(LEFT_PARAMETER)) return request;
  url.searchParams.delete(LEFT_PARAMETER);
  return new Request(url, request);
}

async function parseForm(
  body: Uint8Array<ArrayBuffer>,
  type: string | null,
): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  if (body.length === 0) return fields;
  const headers: HeadersInit = type === null ? {} : { "content-type": type };
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw new AppError("invalid_input");
  });
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    const isField = typeof value === "string" && FIELD_NAME.test(name) && !fields.has(name);
    if (count > MAX_FIELDS || !isField) throw new AppError("invalid_input");
    fields.append(name, value);
  }
  return fields;
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether the cookie of a request may be trusted, because the request changes nothing or comes from our own pages. Requests
 * without Origin and Sec-Fetch-Site are not from a browser, so cross-site forgery does not apply to them. It doesn't use
 * hono/csrf, because that refuses such requests, checks only form types, and lets Sec-Fetch-Site overrule a foreign Origin.
 */
export function isTrustedOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}
