import { methodNotAllowed } from "hono/method-not-allowed";
import { BRAND } from "~/core/shared/brand";
import { refuseMethod } from "../http/refuse";
import { accounts } from "./accounts";
import { conversation } from "./conversation";
import { moderation } from "./moderation";
import { notices } from "./notices";
import { operations } from "./operations";
import { pairing } from "./pairing";
import { profile } from "./profile";
import { createRouter } from "./router";

export const api = createRouter();

/** The methods of each path that has no parameters. */
let methodsByPath: Map<string, Set<string>> | undefined;

// Without this, `GET /api/users/profile`, which must get a 405, would match `/api/users/{userId}`.
api.use("/api/*", async (c, next) => {
  methodsByPath ??= findMethods();
  const methods = methodsByPath.get(c.req.path);
  return !methods || methods.has(c.req.method) ? next() : refuseMethod(methods);
});

api.use(
  "/api/*",
  methodNotAllowed({ app: api, onMethodNotAllowed: (_, methods) => refuseMethod(methods) }),
);

api
  .route("/", accounts)
  // Before `profile`, whose `/api/users/{userId}` would take `/api/users/availability`.
  .route("/", notices)
  .route("/", profile)
  .route("/", pairing)
  .route("/", conversation)
  .route("/", moderation)
  .route("/", operations);

api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
  type: "http",
  scheme: "bearer",
});

api.get("/api/openapi.json", (c) =>
  c.json(describeApi(), 200, { "cache-control": "public, max-age=300" }),
);

function findMethods() {
  const routes = api.routes.filter(({ path, method }) => method !== "ALL" && !/[:*]/.test(path));
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return new Map(
    [...byPath].map(([path, some]) => {
      const methods = new Set(some.map(({ method }) => method));
      return [path, methods.has("GET") ? methods.add("HEAD") : methods];
    }),
  );
}

export const describeApi = () =>
  api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `${BRAND.name} API`,
      version: "1.0.0",
      description:
        "JSON in and out, UTF-8, on the same origin as the pages. Sign in for a bearer token; cookies " +
        "are not accepted. Instants are ISO 8601 in UTC with milliseconds, dates YYYY-MM-DD. Text is " +
        "trimmed and normalised (NFC) and measured in Unicode code points. A body is at most 64 KiB. " +
        "Unknown fields are ignored. HEAD works where GET does. A path that is not here answers 404 " +
        "with the code `not_found`, another method 405 with `method_not_allowed` and `Allow`.",
    },
    servers: [{ url: "/" }],
  });
