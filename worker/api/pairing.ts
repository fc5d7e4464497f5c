import { createRoute, z } from "@hono/zod-openapi";
import { listPairings } from "~/core/operations/admin-lists";
import { pastQuerySchema } from "~/core/pairing/schemas";
import {
  checkPairingsExist,
  getCurrentPairing,
  listPast,
  triggerPairings,
} from "~/core/pairing/service";
import { explainToday } from "~/core/pairing/why";
import {
  adminPairingSchema,
  currentPairingSchema,
  pastPairingSchema,
  runResultSchema,
  whyNoMatchSchema,
} from "~/core/shared/contract";
import { admin, createRouter, json, member, refusals } from "./router";

export const pairing = createRouter();

pairing.openapi(
  createRoute({
    method: "get",
    path: "/api/pairings/current",
    tags: ["pairing"],
    summary: "Today's pairing",
    ...member({ limit: "fence" }),
    responses: {
      200: json("The open pairing", currentPairingSchema),
      ...refusals("pairing_not_found"),
    },
  }),
  async (c) => c.json(await getCurrentPairing(c.var.deps, c.var.viewer), 200),
);

pairing.openapi(
  createRoute({
    method: "get",
    path: "/api/pairings/today/why",
    tags: ["pairing"],
    summary: "Why today's run left the member out: how many each preference excluded",
    ...member({ limit: "explanations" }),
    responses: {
      200: json("Counts; one under 5 is not shown exactly", whyNoMatchSchema),
      ...refusals(),
    },
  }),
  async (c) => c.json(await explainToday(c.var.deps, c.var.viewer), 200),
);

pairing.openapi(
  createRoute({
    method: "get",
    path: "/api/pairings/check-pairings-exist",
    tags: ["pairing"],
    summary: "Whether any open pairing exists",
    ...member({ limit: "fence" }),
    responses: {
      200: json("Exists or not", z.strictObject({ pairingsExist: z.boolean() })),
      ...refusals(),
    },
  }),
  async (c) => c.json(await checkPairingsExist(c.var.deps), 200),
);

pairing.openapi(
  createRoute({
    method: "get",
    path: "/api/pairings/past",
    tags: ["pairing"],
    summary: "Past conversations, newest first",
    ...member({ limit: "fence" }),
    request: { query: pastQuerySchema },
    responses: { 200: json("At most 100", z.array(pastPairingSchema)), ...refusals() },
  }),
  async (c) => c.json(await listPast(c.var.deps, c.var.viewer, c.req.valid("query")), 200),
);

pairing.openapi(
  createRoute({
    method: "post",
    path: "/api/pairings/trigger-pairings",
    tags: ["pairing"],
    summary: "End today's open pairings and pair everyone again",
    ...admin({ limit: "adminWrites" }),
    responses: { 200: json("What the run made", runResultSchema), ...refusals("run_in_progress") },
  }),
  async (c) => c.json(await triggerPairings(c.var.deps, c.var.viewer), 200),
);

pairing.openapi(
  createRoute({
    method: "get",
    path: "/api/admin/pairings",
    tags: ["pairing"],
    summary: "The open pairings",
    ...admin({ limit: "adminReads" }),
    responses: { 200: json("Newest first", z.array(adminPairingSchema)), ...refusals() },
  }),
  async (c) => c.json((await listPairings(c.var.deps, c.var.viewer)).rows, 200),
);
