import { z } from "zod";
import {
  actionSchema as actionInputSchema,
  decideAppealSchema,
  membersQuerySchema,
  reportsQuerySchema,
  updateReportSchema,
} from "~/core/moderation/schemas";
import {
  actionSchema,
  adminBlockSchema,
  adminMemberPageSchema,
  adminMemberSchema,
  adminPairingSchema,
  adminReportSchema,
  adminRunSchema,
  appealSchema,
} from "~/core/shared/contract";
import { created, defineCall, ok } from "../define-call";

const idParams = z.object({ id: z.string() });

export const adminCalls = [
  defineCall({
    route: "GET /api/admin/pairings",
    summary: "The open pairings",
    access: "admin",
    bound: "adminReads",
    responses: ok("Newest first", z.array(adminPairingSchema)),
    handle: async ({ services, viewer }) => (await services.admin.listPairings(viewer)).rows,
  }),
  defineCall({
    route: "GET /api/blocks/admin/all",
    summary: "All blocks",
    access: "admin",
    bound: "adminReads",
    responses: ok("Newest first", z.array(adminBlockSchema)),
    handle: async ({ services, viewer }) => (await services.admin.listBlocks(viewer)).rows,
  }),
  defineCall({
    route: "GET /api/admin/reports",
    summary: "The reports; with evidence=1 their evidence, and an audit row for each",
    access: "admin",
    bound: "adminReads",
    query: reportsQuerySchema,
    responses: ok("Most urgent first, at most 100", z.array(adminReportSchema)),
    refusals: ["password_required"],
    handle: ({ services, viewer, query }) => services.moderation.listReports(viewer, query),
  }),
  defineCall({
    route: "GET /api/admin/reports/{id}",
    summary: "One report with its evidence",
    access: "admin",
    bound: "adminReads",
    params: idParams,
    responses: ok("The report", adminReportSchema),
    refusals: ["report_not_found", "password_required"],
    handle: ({ services, viewer, params }) =>
      services.moderation.getReport(viewer, { reportId: params.id }),
  }),
  defineCall({
    route: "PUT /api/admin/reports/{id}",
    summary: "Resolve a report, or open it again",
    access: "admin",
    bound: "adminWrites",
    params: idParams,
    body: updateReportSchema,
    responses: ok("The report as it is now", adminReportSchema),
    refusals: ["report_not_found"],
    handle: ({ services, viewer, params, body }) =>
      services.moderation.updateReport(viewer, { ...body, reportId: params.id }),
  }),
  defineCall({
    route: "GET /api/admin/members",
    summary: "The members",
    access: "admin",
    bound: "adminReads",
    query: membersQuerySchema,
    responses: ok("Newest first, at most 100", z.array(adminMemberSchema)),
    handle: ({ services, viewer, query }) => services.moderation.listMembers(viewer, query),
  }),
  defineCall({
    route: "GET /api/admin/members/{id}",
    summary: "One member: account, standing, actions, reports, blocks, pairings, sessions",
    access: "admin",
    bound: "adminReads",
    params: idParams,
    responses: ok("The member", adminMemberPageSchema),
    refusals: ["member_not_found"],
    handle: ({ services, viewer, params }) =>
      services.moderation.getMember(viewer, { memberId: params.id }),
  }),
  defineCall({
    route: "POST /api/admin/members/{id}/actions",
    summary: "Warn, suspend or ban a member, or lift what is in force",
    access: "admin",
    bound: "adminWrites",
    params: idParams,
    body: actionInputSchema,
    responses: created("The action", actionSchema),
    refusals: [
      "member_not_found",
      "admin_protected",
      "report_not_found",
      "already_decided",
      "nothing_to_lift",
    ],
    handle: ({ services, viewer, params, body }) =>
      services.moderation.takeAction(viewer, { ...body, memberId: params.id }),
  }),
  defineCall({
    route: "GET /api/admin/appeals",
    summary: "The appeals",
    access: "admin",
    bound: "adminReads",
    responses: ok("Newest first, at most 100", z.array(appealSchema)),
    handle: ({ services, viewer }) => services.moderation.listAppeals(viewer),
  }),
  defineCall({
    route: "PUT /api/admin/appeals/{id}",
    summary: "Decide an appeal; an overturned one lifts its action",
    access: "admin",
    bound: "adminWrites",
    params: idParams,
    body: decideAppealSchema,
    responses: ok("The appeal as it is now", appealSchema),
    refusals: ["appeal_not_found", "already_decided", "other_admin_required"],
    handle: ({ services, viewer, params, body }) =>
      services.moderation.decideAppeal(viewer, { ...body, appealId: params.id }),
  }),
  defineCall({
    route: "GET /api/admin/runs",
    summary: "The pairing runs",
    access: "admin",
    bound: "adminReads",
    responses: ok("Newest first", z.array(adminRunSchema)),
    handle: async ({ services, viewer }) => (await services.admin.listRuns(viewer)).rows,
  }),
];
