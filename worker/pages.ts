import {
  type AppLoadContext,
  createRequestHandler,
  type ServerBuild,
} from "~/app/framework.server";
import { AppError } from "~/core/shared/errors";
import * as build from "../build/server/index.js";
import { cryptoRandom } from "./adapters/random";
import { toErrorResponse } from "./api/respond";
import type { PageHandler } from "./app";
import { clientAddress } from "./client-address";
import { readConfig } from "./env";
import { readPageRequest } from "./page-request";
import { contentSecurityPolicy } from "./security-headers";

/** All that links and forms use. */
const METHODS = ["GET", "HEAD", "POST"];

// Where a build exists, the compiler would read the types of its minified code instead of its contract.
const handleRequest = createRequestHandler(build as unknown as ServerBuild, "production");

/** Serves the Remix pages with the services, a nonce for their scripts, and the policy that names it. */
export const servePages: PageHandler = async (received, { env, services, requestId }) => {
  if (!METHODS.includes(received.method)) {
    const refusal = toErrorResponse(new AppError("method_not_allowed"));
    refusal.headers.set("allow", METHODS.join(", "));
    return refusal;
  }
  const request = await readPageRequest(received);
  const url = new URL(request.url);
  const nonce = cryptoRandom.id();
  const context: AppLoadContext = {
    services,
    config: { supportEmail: readConfig(env).supportEmail, origin: url.origin },
    nonce,
    requestId,
    address: clientAddress(request),
    retryAfter: null,
  };
  const response = await handleRequest(request, context);
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", contentSecurityPolicy(nonce, url.protocol === "https:"));
  // Pages know who is signed in, down to the header: no cache may keep one.
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  if (context.retryAfter !== null) headers.set("retry-after", String(context.retryAfter));
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
};
