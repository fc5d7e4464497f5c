import { createRoute, z } from "@hono/zod-openapi";
import { getBlockStatus } from "~/core/conversation/service";
import { takeAction } from "~/core/moderation/actions";
import { appeal, decideAppeal, getStanding, listAppeals } from "~/core/moderation/appeals";
import { blockMember, listBlocks, unblockMember } from "~/core/moderation/blocks";
import { getMember, listMembers } from "~/core/moderation/members";
import { listOwnReports, reportMember } from "~/core/moderation/report";
import { getReport, listReports, updateReport } from "~/core/moderation/reports";
import {
  actionSchema as actionInputSchema,
  appealSchema as appealInputSchema,
  decideAppealSchema,
  membersQuerySchema,
  reportSchema,
  reportsQuerySchema,
  updateReportSchema,
} from "~/core/moderation/schemas";
import { listAllBlocks } from "~/core/operations/admin-lists";
import {
  actionSchema,
  adminBlockSchema,
  adminMemberPageSchema,
  adminMemberSchema,
  adminReportSchema,
  appealSchema,
  blockSchema,
  blockStatusSchema,
  confirmationSchema,
  ownReportSchema,
  standingSchema,
} from "~/core/shared/contract";
import { admin, createRouter, json, jsonBody, member, refusals } from "./router";

export const moderation = createRouter();

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/blocks",
    tags: ["moderation"],
    summary: "Whom the member has blocked",
    ...member({ limit: "fence" }),
    responses: { 200: json("Newest first", z.array(blockSchema)), ...refusals() },
  }),
  async (c) => c.json(await listBlocks(c.var.deps, c.var.viewer), 200),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/blocks/conversation/{id}",
    tags: ["moderation"],
    summary: "Whether a conversation is blocked, and by whom",
    ...member({ limit: "fence", readsConversation: true }),
    request: { params: z.object({ id: z.string() }) },
    responses: {
      200: json("The status", blockStatusSchema),
      ...refusals("conversation_not_found"),
    },
  }),
  async (c) =>
    c.json(
      await getBlockStatus(
        c.var.deps,
        c.var.viewer,
        { conversationId: c.req.valid("param").id },
        c.var.conversation,
      ),
      200,
    ),
);

moderation.openapi(
  createRoute({
    method: "post",
    path: "/api/blocks/{userId}",
    tags: ["moderation"],
    summary: "Block a member; no body needed",
    ...member({ limit: "blocks" }),
    request: { params: z.object({ userId: z.string() }) },
    responses: {
      201: json("Blocked", confirmationSchema),
      200: json("Blocked before", confirmationSchema),
      ...refusals("cannot_block_yourself", "profile_not_found"),
    },
  }),
  async (c) => {
    const { message, isNew } = await blockMember(c.var.deps, c.var.viewer, c.req.valid("param"));
    return c.json({ message }, isNew ? 201 : 200);
  },
);

moderation.openapi(
  createRoute({
    method: "delete",
    path: "/api/blocks/{userId}",
    tags: ["moderation"],
    summary: "Unblock a member",
    ...member({ limit: "blocks" }),
    request: { params: z.object({ userId: z.string() }) },
    responses: { 200: json("Not blocked any more", confirmationSchema), ...refusals() },
  }),
  async (c) => c.json(await unblockMember(c.var.deps, c.var.viewer, c.req.valid("param")), 200),
);

moderation.openapi(
  createRoute({
    method: "post",
    path: "/api/reports/{userId}",
    tags: ["moderation"],
    summary: "Report a member one was paired with",
    ...member({ limit: ["reports"] }),
    request: { params: z.object({ userId: z.string() }), body: jsonBody(reportSchema) },
    responses: {
      201: json("Received", confirmationSchema),
      ...refusals(
        "too_many_requests",
        "cannot_report_yourself",
        "profile_not_found",
        "conversation_not_found",
        "message_not_found",
      ),
    },
  }),
  async (c) =>
    c.json(
      await reportMember(c.var.deps, c.var.viewer, {
        ...c.req.valid("json"),
        ...c.req.valid("param"),
      }),
      201,
    ),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/reports",
    tags: ["moderation"],
    summary: "The member's own reports and what came of them",
    ...member({ limit: "fence" }),
    responses: { 200: json("Newest first", z.array(ownReportSchema)), ...refusals() },
  }),
  async (c) => c.json(await listOwnReports(c.var.deps, c.var.viewer), 200),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/account/standing",
    tags: ["moderation"],
    summary: "The member's standing, and the statement of reasons of the action in force",
    ...member({ limit: "fence", whileSuspended: true }),
    responses: { 200: json("The standing", standingSchema), ...refusals() },
  }),
  async (c) => c.json(await getStanding(c.var.deps, c.var.viewer), 200),
);

moderation.openapi(
  createRoute({
    method: "post",
    path: "/api/account/appeal",
    tags: ["moderation"],
    summary: "Appeal against the action in force, once",
    ...member({ limit: "appeals", whileSuspended: true }),
    request: { body: jsonBody(appealInputSchema) },
    responses: {
      201: json("Received", confirmationSchema),
      ...refusals("nothing_to_appeal", "already_appealed"),
    },
  }),
  async (c) => c.json(await appeal(c.var.deps, c.var.viewer, c.req.valid("json")), 201),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/blocks/admin/all",
    tags: ["moderation"],
    summary: "All blocks",
    ...admin({ limit: "adminReads" }),
    responses: { 200: json("Newest first", z.array(adminBlockSchema)), ...refusals() },
  }),
  async (c) => c.json((await listAllBlocks(c.var.deps, c.var.viewer)).rows, 200),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/admin/reports",
    tags: ["moderation"],
    summary: "The reports; with evidence=1 their evidence, and an audit row for each",
    ...admin({ limit: "adminReads" }),
    request: { query: reportsQuerySchema },
    responses: {
      200: json("Most urgent first, at most 100", z.array(adminReportSchema)),
      ...refusals("password_required"),
    },
  }),
  async (c) => c.json(await listReports(c.var.deps, c.var.viewer, c.req.valid("query")), 200),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/admin/reports/{id}",
    tags: ["moderation"],
    summary: "One report with its evidence",
    ...admin({ limit: "adminReads" }),
    request: { params: z.object({ id: z.string() }) },
    responses: {
      200: json("The report", adminReportSchema),
      ...refusals("report_not_found", "password_required"),
    },
  }),
  async (c) =>
    c.json(
      await getReport(c.var.deps, c.var.viewer, {
        reportId: c.req.valid("param").id,
      }),
      200,
    ),
);

moderation.openapi(
  createRoute({
    method: "put",
    path: "/api/admin/reports/{id}",
    tags: ["moderation"],
    summary: "Resolve a report, or open it again",
    ...admin({ limit: "adminWrites" }),
    request: { params: z.object({ id: z.string() }), body: jsonBody(updateReportSchema) },
    responses: {
      200: json("The report as it is now", adminReportSchema),
      ...refusals("report_not_found", "other_admin_required"),
    },
  }),
  async (c) =>
    c.json(
      await updateReport(c.var.deps, c.var.viewer, {
        ...c.req.valid("json"),
        reportId: c.req.valid("param").id,
      }),
      200,
    ),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/admin/members",
    tags: ["moderation"],
    summary: "The members",
    ...admin({ limit: "adminReads" }),
    request: { query: membersQuerySchema },
    responses: {
      200: json("Newest first, at most 100", z.array(adminMemberSchema)),
      ...refusals(),
    },
  }),
  async (c) => c.json(await listMembers(c.var.deps, c.var.viewer, c.req.valid("query")), 200),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/admin/members/{id}",
    tags: ["moderation"],
    summary: "One member: account, standing, actions, reports, blocks, pairings, sessions",
    ...admin({ limit: "adminReads" }),
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: json("The member", adminMemberPageSchema), ...refusals("member_not_found") },
  }),
  async (c) =>
    c.json(
      await getMember(c.var.deps, c.var.viewer, {
        memberId: c.req.valid("param").id,
      }),
      200,
    ),
);

moderation.openapi(
  createRoute({
    method: "post",
    path: "/api/admin/members/{id}/actions",
    tags: ["moderation"],
    summary: "Warn, suspend or ban a member, or lift what is in force",
    ...admin({ limit: "adminWrites" }),
    request: { params: z.object({ id: z.string() }), body: jsonBody(actionInputSchema) },
    responses: {
      201: json("The action", actionSchema),
      ...refusals(
        "member_not_found",
        "admin_protected",
        "other_admin_required",
        "report_not_found",
        "already_decided",
        "nothing_to_lift",
      ),
    },
  }),
  async (c) =>
    c.json(
      await takeAction(c.var.deps, c.var.viewer, {
        ...c.req.valid("json"),
        memberId: c.req.valid("param").id,
      }),
      201,
    ),
);

moderation.openapi(
  createRoute({
    method: "get",
    path: "/api/admin/appeals",
    tags: ["moderation"],
    summary: "The appeals",
    ...admin({ limit: "adminReads" }),
    responses: { 200: json("Newest first, at most 100", z.array(appealSchema)), ...refusals() },
  }),
  async (c) => c.json(await listAppeals(c.var.deps, c.var.viewer), 200),
);

moderation.openapi(
  createRoute({
    method: "put",
    path: "/api/admin/appeals/{id}",
    tags: ["moderation"],
    summary: "Decide an appeal; an overturned one lifts its action",
    ...admin({ limit: "adminWrites" }),
    request: { params: z.object({ id: z.string() }), body: jsonBody(decideAppealSchema) },
    responses: {
      200: json("The appeal as it is now", appealSchema),
      ...refusals("appeal_not_found", "already_decided", "other_admin_required"),
    },
  }),
  async (c) =>
    c.json(
      await decideAppeal(c.var.deps, c.var.viewer, {
        ...c.req.valid("json"),
        appealId: c.req.valid("param").id,
      }),
      200,
    ),
);
