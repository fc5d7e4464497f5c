import type { RouteConfig } from "@hono/zod-openapi";
import type { z } from "zod";
import { api } from "~/worker/api";
import type { CallLimit } from "~/worker/api/router";

export const apiCalls = api.openAPIRegistry.definitions
  .filter((one) => one.type === "route")
  .map(({ route }) => describeCall(route));

function describeCall({ method, path, security, request, ...route }: RouteConfig) {
  const [scheme] = security ?? [];
  return {
    method,
    path,
    route: `${method.toUpperCase()} ${path}`,
    summary: route.summary ?? "",
    access: scheme ? (scheme.bearer?.includes("admin") ? "admin" : "member") : "anyone",
    limit: route["x-limit"] as CallLimit,
    query: request?.query as z.ZodObject | undefined,
    body: bodySchemaOf(request?.body),
  } as const;
}

function bodySchemaOf(body: NonNullable<RouteConfig["request"]>["body"]): z.ZodType | undefined {
  const media = body?.content["application/json"];
  return media && "schema" in media ? (media.schema as z.ZodType) : undefined;
}
