import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { getPath } from "hono/utils/url";
import type { Deps } from "~/core/deps";
import { AppError } from "~/core/shared/errors";
import type { Logger } from "~/core/shared/logger";
import { newId } from "~/core/shared/random";
import { createLogger } from "./adapters/logger";
import { api } from "./api";
import type { AppBindings } from "./bindings";
import { createDeps } from "./deps";
import { answerDraw } from "./draw";
import type { Env } from "./env";
import { answerHealth } from "./health";
import { clientAddress } from "./http/client";
import { fence, redirectToHttps } from "./http/edge";
import { toAppError, toErrorResponse } from "./http/refuse";
import { drainBody } from "./http/request-body";
import { pagePolicy, securityHeaders } from "./http/security-headers";
import { handleRealtime } from "./live/route";
import { countPoint } from "./metrics";

export type PageHandler = (
  request: Request,
  page: { env: Env; deps: Deps; logger: Logger; nonce: string },
) => Promise<Response>;

/** Unlike hono/request-id, ignores an id that the client sends, because it could be another request's. */
const nameRequest = createMiddleware<AppBindings>(async (context, next) => {
  const requestId = newId();
  context.set("logger", createLogger({ requestId }));
  await next();
  await drainBody(context.req.raw);
  // Copied, because a fetched response can have immutable headers. A copy would lose a WebSocket.
  if (!context.res.webSocket) context.res = new Response(context.res.body, context.res);
  context.res.headers.set("x-request-id", requestId);
});

/** An answer without its own `cache-control` can contain personal data. */
const noStore = createMiddleware(async (context, next) => {
  await next();
  if (!context.res.headers.has("cache-control")) {
    context.res.headers.set("cache-control", "no-store");
  }
});

/** Counts answers and failures for the objectives of docs/operations.md. */
const countAnswer = createMiddleware<AppBindings>(async (context, next) => {
  const begunAt = Date.now();
  await next();
  const isFailed = context.res.status >= 500;
  const kind = context.req.path.startsWith("/api") ? "call" : "page";
  countPoint(context.env, "answer", [Date.now() - begunAt, Number(isFailed)], [kind]);
});

const SECURITY_STATUSES = new Set([401, 403, 429]);

/** Tests pass their own `pages`, so that they don't need a build. */
export function createApp(pages: PageHandler): Hono<AppBindings> {
  // A call of `//api/…` is the same as one of `/api/…` (docs/rules.md#shapes).
  const app = new Hono<AppBindings>({
    getPath: (request) => getPath(request).replace(/^\/{2,}(?=api\/)/, "/"),
  });

  app.use(securityHeaders, nameRequest, redirectToHttps, fence, noStore);

  app.get("/healthz", (context) =>
    answerHealth(context.req.raw, context.env, context.get("logger")),
  );

  app.get("/draw.json", (context) =>
    answerDraw(context.req.raw, context.env, context.get("logger")),
  );

  app.all("/socket.io/*", (context) =>
    handleRealtime(context.req.raw, context.env, context.executionCtx as ExecutionContext),
  );

  app.use(countAnswer, async (context, next) => {
    const logger = context.get("logger");
    const defer = (work: Promise<unknown>) => context.executionCtx.waitUntil(work);
    context.set("deps", createDeps(context.env, { logger, defer }));
    context.set("address", clientAddress(context.req.raw));
    await next();
  });

  app.route("/", api);
  app.all("/api/*", () => toErrorResponse(new AppError("not_found")));
  app.all("/api", () => toErrorResponse(new AppError("not_found")));

  app.all("*", pagePolicy, (context) =>
    pages(context.req.raw, {
      env: context.env,
      deps: context.get("deps"),
      logger: context.get("logger"),
      nonce: context.get("secureHeadersNonce"),
    }),
  );

  app.onError((error, context) => {
    const refusal = toAppError(error);
    if (!refusal) {
      const path = context.req.routePath;
      context.get("logger").error("request.failed", error, { path });
      countPoint(context.env, "error", [], [path]);
    }
    const response = toErrorResponse(error);
    // Logged, because an operator looks for failed sign-ins, forbidden calls and full limits during an attack.
    if (refusal && SECURITY_STATUSES.has(response.status)) {
      const { code } = refusal;
      context.get("logger").info("request.refused", { code, path: context.req.routePath });
    }
    return response;
  });

  return app;
}
