import { getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { isLoopback, networkOf } from "~/core/limits/windows";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import { tooMany } from "~/core/shared/errors";
import type { AppBindings } from "../bindings";
import { clientAddress } from "./client";

/** Paths that make, prove or recover an account: a request there may cost a password's hash. In the form of {@link routedPath}. */
const ACCOUNT_PATHS =
  /^\/(?:api\/auth\/.*|api\/account\/email(?:\/.*)?|login|signup|forgot|reset|confirm|passkeys|profile|profile\/(?:email|passkeys|reset-password)|admin\/(?:confirm|passkey))$/;
/** Methods that compute no hash: nothing is proved by a look at a page. */
const LOOKS = ["GET", "HEAD"];

/**
 * A path as it is routed, however it is spelled: the router of the API decodes it, and that of the pages also ignores case,
 * the last slash and the ending of its own requests for data. It merges more spellings than the routers do, never fewer.
 * @param decoded the path as Hono has it
 */
const routedPath = (decoded: string) =>
  decoded
    .toLowerCase()
    .replace(/\.data$/, "")
    .replace(/\/+/g, "/")
    .replace(/(?<=.)\/$/, "");

/**
 * Redirects http to the https address that the deployment names: a session never travels unencrypted. A local server has none and stays with http.
 */
export const redirectToHttps = createMiddleware<AppBindings>(async (context, next) => {
  const origin = context.env.ORIGIN;
  if (origin === undefined || !context.req.url.startsWith("http:")) return next();
  const url = new URL(context.req.url);
  return context.redirect(`${origin}${url.pathname}${url.search}`, 301);
});

const VERSION_KEY = "version_key";
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Keeps the key by which the platform leads a browser to one of two versions (docs/deploy.md, 'In steps'): the zone makes up one
 * for a browser without a cookie, and this keeps it for the requests that follow. No member's, and not the session's: a key that
 * changed with a sign-in would change the version of an open page.
 */
export const keepVersionKey = createMiddleware<AppBindings>(async (context, next) => {
  await next();
  const key = context.req.header("cloudflare-workers-version-key");
  if (key === undefined || !UUID.test(key) || getCookie(context, VERSION_KEY) === key) return;
  setCookie(context, VERSION_KEY, key, { httpOnly: true, secure: true, sameSite: "Lax" });
});

/**
 * The outer fence (docs/rules.md#limits has the product's own, behind it): requests per minute and client
 * address, an IPv6 client by its /64, counted by the platform at each of its locations without a
 * database. It only keeps a flood away from the exact limits, which D1 counts. Absent locally; a loopback
 * address is never limited.
 * @throws AppError `too_many_requests`, with a minute to wait
 */
export const fence = createMiddleware<AppBindings>(async (context, next) => {
  const { REQUEST_FENCE, ACCOUNT_FENCE } = context.env;
  const address = clientAddress(context.req.raw);
  if (isLoopback(address)) return next();
  const key = networkOf(address);
  const { method, path } = context.req;
  const isCostly = !LOOKS.includes(method) && ACCOUNT_PATHS.test(routedPath(path));
  const fences = [REQUEST_FENCE, isCostly ? ACCOUNT_FENCE : undefined];
  for (const one of fences) {
    if (one && !(await one.limit({ key })).success) {
      throw tooMany("Too many requests from this address.", MS_PER_MINUTE);
    }
  }
  return next();
});
