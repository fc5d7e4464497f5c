import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import * as build from "../build/server/index.js";
import type { PageHandler } from "./app";
import { readConfig } from "./env";
import { clientAddress } from "./http/client";
import { readPageRequest } from "./http/page-request";
import { refuseMethod } from "./http/refuse";

const METHODS = ["GET", "HEAD", "POST"];

// The cast hides the build's type, which the compiler would infer from minified code once a build exists.
const handleRequest = createRequestHandler(build as unknown as ServerBuild, "production");

export const servePages: PageHandler = async (received, { env, deps, logger, nonce }) => {
  if (!METHODS.includes(received.method)) return refuseMethod(METHODS);
  const request = await readPageRequest(received);
  const { supportEmail, controller, outbox, mail, mustVerify, deployedOrigin } = readConfig(env);
  const context: AppLoadContext = {
    deps,
    logger,
    config: {
      supportEmail,
      controller,
      origin: deployedOrigin ?? new URL(request.url).origin,
      mustVerify,
      isLocal: outbox !== null,
      mail: outbox !== null ? "local" : mail !== null ? "on" : "off",
    },
    nonce,
    address: clientAddress(request),
    retryAfter: null,
  };
  const response = await handleRequest(request, context);
  if (context.retryAfter !== null) response.headers.set("retry-after", String(context.retryAfter));
  return response;
};
