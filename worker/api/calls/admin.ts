import { z } from "zod";
import { updateReportSchema } from "~/core/admin/schemas";
import {
  adminBlockSchema,
  adminPairingSchema,
  adminReportSchema,
  adminRunSchema,
} from "~/core/shared/contract";
import { defineCall, json } from "../define-call";

const tag = "Admin";

export const adminCalls = [
  defineCall({
    method: "get",
    path: "/api/admin/pairings",
    tag,
    summary: "The open pairings",
    access: "admin",
    responses: { 200: { description: "Newest first", schema: z.array(adminPairingSchema) } },
    async handle({ services, viewer }) {
      return json(200, (await services.admin.listPairings(viewer)).rows);
    },
  }),
  defineCall({
    method: "get",
    path: "/api/blocks/admin/all",
    tag,
    summary: "All blocks",
    access: "admin",
    responses: { 200: { description: "Newest first", schema: z.array(adminBlockSchema) } },
    async handle({ services, viewer }) {
      return json(200, (await services.admin.listBlocks(viewer)).rows);
    },
  }),
  defineCall({
    method: "get",
    path: "/api/admin/reports",
    tag,
    summary: "The reports with their evidence",
    access: "admin",
    responses: {
      200: {
        description: "Open ones first, then newest first",
        schema: z.array(adminReportSchema),
      },
    },
    async handle({ services, viewer }) {
      return json(200, (await services.admin.listReports(viewer)).rows);
    },
  }),
  defineCall({
    method: "put",
    path: "/api/admin/reports/{id}",
    tag,
    summary: "Resolve a report, or open it again",
    access: "admin",
    params: z.object({ id: z.string() }),
    body: updateReportSchema,
    responses: { 200: { description: "The report as it is now", schema: adminReportSchema } },
    refusals: ["report_not_found"],
    async handle({ services, viewer, params, body }) {
      const input = { reportId: params.id, ...body };
      return json(200, await services.admin.updateReport(viewer, input));
    },
  }),
  defineCall({
    method: "get",
    path: "/api/admin/runs",
    tag,
    summary: "The pairing runs",
    access: "admin",
    responses: { 200: { description: "Newest first", schema: z.array(adminRunSchema) } },
    async handle({ services, viewer }) {
      return json(200, (await services.admin.listRuns(viewer)).rows);
    },
  }),
];
