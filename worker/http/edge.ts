import { createMiddleware } from "hono/factory";
import { isLoopback, networkOf } from "~/core/accounts/limit-windows";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import { tooMany } from "~/core/shared/errors";
import type { AppBindings } from "../bindings";
import { clientAddress } from "./client";

/** Paths that make, prove or recover an account, in the form of {@link routedPath}. A request there may compute the hash of a password. */
const ACCOUNT_PATHS =
  /^\/(?:api\/auth\/.*|api\/account\/email(?:\/.*)?|login|signup|forgot|reset|confirm|passkeys|profile|profile\/(?:email|passkeys|reset-password)|admin\/(?:confirm|passkey))$/;
/** They only read a page, so they compute no hash. */
const LOOKS = ["GET", "HEAD"];

/**
 * Returns one form for all spellings of a path that are routed alike. The router of the API decodes a path. The router of the
 * pages also ignores case, the last slash and the ending of its own requests for data. This function merges more spellings than
 * the routers do, never fewer.
 * @param decoded the path as Hono gives it
 */
const routedPath = (decoded: string) =>
  decoded
    .toLowerCase()
    .replace(/\.data$/, "")
    .replace(/\/+/g, "/")
    .replace(/(?<=.)\/$/, "");

/**
 * Redirects http to the deployment's https address, so that a session never travels unencrypted. A local server has no such
 * address and keeps http.
 */
export const redirectToHttps = createMiddleware<AppBindings>(async (context, next) => {
  const origin = context.env.ORIGIN;
  if (origin === undefined || !context.req.url.startsWith("http:")) return next();
  const url = new URL(context.req.url);
  return context.redirect(`${origin}${url.pathname}${url.search}`, 301);
});

/**
 * The outer fence, in front of the product's own limits (docs/rules.md#limits): it limits requests per minute and client
 * address (the /64 of an IPv6 address). The platform counts them at each of its locations, without a database. It only keeps a
 * flood away from the exact limits, which D1 counts. It is absent locally, and never limits a loopback address.
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
