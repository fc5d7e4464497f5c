import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { getPath } from "hono/utils/url";
import type { Services } from "~/core/services";
import { AppError } from "~/core/shared/errors";
import { createLogger } from "./adapters/logger";
import { createMetrics } from "./adapters/metrics";
import { cryptoRandom } from "./adapters/random";
import { apiCalls } from "./api/calls";
import { registerDocuments } from "./api/documents";
import { registerCalls } from "./api/register-calls";
import { toErrorResponse } from "./api/respond";
import type { Env } from "./env";
import { answerHealth } from "./health";
import { fence, redirectToHttps } from "./http/edge";
import { handleRealtime } from "./realtime/route-realtime";
import { drainBody } from "./request-body";
import { secureHeaders } from "./security-headers";
import { createServices } from "./services";

export interface AppBindings {
  Bindings: Env;
  Variables: { requestId: string; services: Services };
}

/** Answers everything that is neither `/api` nor `/socket.io`: the pages. */
export type PageHandler = (
  request: Request,
  page: { env: Env; context: ExecutionContext; services: Services; requestId: string },
) => Promise<Response>;

/** The Worker's router. Pages come in from outside, so that it can be tested without their build. */
export function createApp(pages: PageHandler): Hono<AppBindings> {
  // The specification's completeness check asks with a doubled slash: it means the same call.
  const app = new Hono<AppBindings>({
    getPath: (request) => getPath(request).replace(/^\/{2,}(?=api\/)/, "/"),
  });

  app.use(async (context, next) => {
    const requestId = cryptoRandom.id();
    context.set("requestId", requestId);
    await next();
    await drainBody(context.req.raw);
    // A response from outside may have immutable headers.
    context.res = new Response(context.res.body, context.res);
    const isSecure = new URL(context.req.url).protocol === "https:";
    secureHeaders(context.res.headers, { isSecure });
    context.res.headers.set("x-request-id", requestId);
  });

  app.use(redirectToHttps, fence);

  const keepOut = createMiddleware(async (context, next) => {
    await next();
    if (!context.res.headers.has("cache-control")) {
      context.res.headers.set("cache-control", "no-store");
    }
  });
  app.use("/api/*", keepOut);
  app.use("/socket.io/*", keepOut);

  app.get("/healthz", (context) => answerHealth(context.env, context.get("requestId")));

  app.all("/socket.io/*", (context) =>
    handleRealtime(context.req.raw, context.env, context.executionCtx as ExecutionContext),
  );

  app.use(async (context, next) => {
    const requestId = context.get("requestId");
    const defer = (work: Promise<unknown>) => context.executionCtx.waitUntil(work);
    context.set("services", createServices(context.env, { requestId, defer }));
    await next();
  });

  registerDocuments(app, apiCalls);
  registerCalls(app, apiCalls);
  app.all("/api/*", () => toErrorResponse(new AppError("not_found")));
  app.all("/api", () => toErrorResponse(new AppError("not_found")));

  app.all("*", (context) =>
    pages(context.req.raw, {
      env: context.env,
      context: context.executionCtx as ExecutionContext,
      services: context.get("services"),
      requestId: context.get("requestId"),
    }),
  );

  app.onError((error, context) => {
    if (!(error instanceof AppError)) {
      const requestId = context.get("requestId");
      const path = context.req.routePath;
      createLogger({ requestId }).error("request.failed", error, { path });
      createMetrics(context.env.ANALYTICS).count("error", {}, [path]);
    }
    return toErrorResponse(error);
  });

  return app;
}
