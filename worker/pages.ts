import {
  type AppLoadContext,
  createRequestHandler,
  type ServerBuild,
} from "~/app/framework.server";
import { AppError } from "~/core/shared/errors";
import * as build from "../build/server/index.js";
import { cryptoRandom } from "./adapters/random";
import { readBody } from "./api/read-body";
import { toErrorResponse } from "./api/respond";
import type { PageHandler } from "./app";
import { clientAddress } from "./client-address";
import { readConfig } from "./env";
import { isTrustedOrigin } from "./same-origin";
import { contentSecurityPolicy } from "./security-headers";

// Where a build is there, the compiler reads the types of its minified code instead of its contract.
/** All that links and forms use. */
const METHODS = ["GET", "HEAD", "POST"];

const handleRequest = createRequestHandler(build as unknown as ServerBuild, "production");

/**
 * The request with its body read, which is small and a form, so that the actions may take it for one.
 * @throws AppError `cross_origin`, `body_too_large`, `invalid_input`, in this order
 */
async function readForm(request: Request): Promise<Request> {
  if (!isTrustedOrigin(request)) throw new AppError("cross_origin");
  if (request.method !== "POST" || !request.body) return request;
  const body = await readBody(request);
  const type = request.headers.get("content-type");
  try {
    if (body.length > 0) {
      await new Response(body, {
        headers: type === null ? {} : { "content-type": type },
      }).formData();
    }
  } catch {
    throw new AppError("invalid_input");
  }
  return new Request(request, { body });
}

/** Serves the Remix pages with the services, a nonce for their scripts, and the policy that names it. */
export const servePages: PageHandler = async (received, { env, services, requestId }) => {
  if (!METHODS.includes(received.method)) {
    const refusal = toErrorResponse(new AppError("method_not_allowed"));
    refusal.headers.set("allow", METHODS.join(", "));
    return refusal;
  }
  const request = await readForm(received);
  const url = new URL(request.url);
  const nonce = cryptoRandom.id();
  const context: AppLoadContext = {
    services,
    config: { supportEmail: readConfig(env).supportEmail, origin: url.origin },
    nonce,
    requestId,
    address: clientAddress(request),
  };
  const response = await handleRequest(request, context);
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", contentSecurityPolicy(nonce, url.protocol === "https:"));
  // Pages know who is signed in, down to the header: no cache may keep one.
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
};
