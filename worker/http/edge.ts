import { createMiddleware } from "hono/factory";
import { isLoopback, networkOf } from "~/core/accounts/limit-windows";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import { tooMany } from "~/core/shared/errors";
import type { AppBindings } from "../bindings";
import { clientAddress } from "./client";

/** Paths, as {@link routedPath} returns them, where a request can hash a password. */
const ACCOUNT_PATHS =
  /^\/(?:api\/auth\/.*|api\/account\/email(?:\/.*)?|login|signup|forgot|reset|confirm|passkeys|profile|profile\/(?:email|passkeys|reset-password)|admin\/(?:confirm|passkey))$/;
const LOOKS = ["GET", "HEAD"];

/**
 * Maps spellings that a router treats alike to one form, so that no spelling evades a limit. The API's router decodes a
 * path. The pages' router also ignores case, a trailing slash and `.data`.
 * @param decoded the path as Hono gives it
 */
const routedPath = (decoded: string) =>
  decoded
    .toLowerCase()
    .replace(/\.data$/, "")
    .replace(/\/+/g, "/")
    .replace(/(?<=.)\/$/, "");

/** Keeps sessions from travelling unencrypted. A local server has no ORIGIN and stays on http. */
export const redirectToHttps = createMiddleware<AppBindings>(async (context, next) => {
  const origin = context.env.ORIGIN;
  if (origin === undefined || !context.req.url.startsWith("http:")) return next();
  const url = new URL(context.req.url);
  return context.redirect(`${origin}${url.pathname}${url.search}`, 301);
});

/**
 * Cloudflare's own limit on requests per client address (per /64 for IPv6). Each Cloudflare location counts for itself
 * and needs no database. So a flood doesn't reach D1, which counts the exact limits (docs/rules.md#limits). Local
 * servers have no such limit.
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
