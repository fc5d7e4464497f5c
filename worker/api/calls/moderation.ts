import { z } from "zod";
import { appealSchema, reportSchema } from "~/core/moderation/schemas";
import {
  blockSchema,
  blockStatusSchema,
  confirmationSchema,
  ownReportSchema,
  standingSchema,
} from "~/core/shared/contract";
import { created, defineCall, json, ok } from "../define-call";

const userParams = z.object({ userId: z.string() });

export const moderationCalls = [
  defineCall({
    route: "GET /api/blocks",
    summary: "Whom the member has blocked",
    access: "member",
    bound: "fence",
    responses: ok("Newest first", z.array(blockSchema)),
    handle: ({ services, viewer }) => services.moderation.listBlocks(viewer),
  }),
  defineCall({
    route: "GET /api/blocks/conversation/{id}",
    summary: "Whether a conversation is blocked, and by whom",
    access: "member",
    bound: "fence",
    readsConversation: true,
    params: z.object({ id: z.string() }),
    responses: ok("The status", blockStatusSchema),
    refusals: ["conversation_not_found"],
    handle: ({ services, viewer, params, conversation }) =>
      services.conversations.getBlockStatus(viewer, { conversationId: params.id }, conversation),
  }),
  defineCall({
    route: "POST /api/blocks/{userId}",
    summary: "Block a member; no body needed",
    access: "member",
    bound: "blocks",
    params: userParams,
    responses: {
      ...created("Blocked", confirmationSchema),
      ...ok("Blocked before", confirmationSchema),
    },
    refusals: ["cannot_block_yourself", "profile_not_found"],
    async handle({ services, viewer, params }) {
      const { message, isNew } = await services.moderation.blockMember(viewer, params);
      return json(isNew ? 201 : 200, { message });
    },
  }),
  defineCall({
    route: "DELETE /api/blocks/{userId}",
    summary: "Unblock a member",
    access: "member",
    bound: "blocks",
    params: userParams,
    responses: ok("Not blocked any more", confirmationSchema),
    handle: ({ services, viewer, params }) => services.moderation.unblockMember(viewer, params),
  }),
  defineCall({
    route: "POST /api/reports/{userId}",
    summary: "Report a member one was paired with",
    access: "member",
    bound: ["reports"],
    params: userParams,
    body: reportSchema,
    responses: created("Received", confirmationSchema),
    refusals: [
      "too_many_requests",
      "cannot_report_yourself",
      "profile_not_found",
      "conversation_not_found",
      "message_not_found",
    ],
    checkLimit: ({ services, viewer }) => services.moderation.checkReportLimit(viewer),
    handle: ({ services, viewer, params, body }) =>
      services.moderation.reportMember(viewer, { ...body, ...params }),
  }),
  defineCall({
    route: "GET /api/reports",
    summary: "The member's own reports and what came of them",
    access: "member",
    bound: "fence",
    responses: ok("Newest first", z.array(ownReportSchema)),
    handle: ({ services, viewer }) => services.moderation.listOwnReports(viewer),
  }),
  defineCall({
    route: "GET /api/account/standing",
    summary: "The member's standing, and the statement of reasons of the action in force",
    access: "member",
    bound: "fence",
    whileSuspended: true,
    responses: ok("The standing", standingSchema),
    handle: ({ services, viewer }) => services.moderation.getStanding(viewer),
  }),
  defineCall({
    route: "POST /api/account/appeal",
    summary: "Appeal against the action in force, once",
    access: "member",
    bound: "appeals",
    whileSuspended: true,
    body: appealSchema,
    responses: created("Received", confirmationSchema),
    refusals: ["nothing_to_appeal", "already_appealed"],
    handle: ({ services, viewer, body }) => services.moderation.appeal(viewer, body),
  }),
];
