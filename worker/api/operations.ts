import { createRoute, z } from "@hono/zod-openapi";
import { listRuns } from "~/core/operations/admin-lists";
import { adminRunSchema } from "~/core/shared/contract";
import { admin, createRouter, json, refusals } from "./router";

export const operations = createRouter();

operations.openapi(
  createRoute({
    method: "get",
    path: "/api/admin/runs",
    tags: ["operations"],
    summary: "The pairing runs",
    ...admin({ limit: "adminReads" }),
    responses: { 200: json("Newest first", z.array(adminRunSchema)), ...refusals() },
  }),
  async (c) => c.json((await listRuns(c.var.deps, c.var.viewer)).rows, 200),
);
