import { z } from "zod";
import {
  addressSchema,
  answerSchema,
  messagesQuerySchema,
  sendMessageSchema,
} from "~/core/conversation/schemas";
import { pastQuerySchema } from "~/core/pairing/schemas";
import {
  addressesSchema,
  confirmationSchema,
  currentPairingSchema,
  messageSchema,
  pastPairingSchema,
  questionSchema,
  runResultSchema,
  whyNoMatchSchema,
} from "~/core/shared/contract";
import { created, defineCall, json, ok } from "../define-call";

/** Renames the path's `id` to the name that services use. */
const conversationParams = z
  .object({ id: z.string() })
  .transform(({ id }) => ({ conversationId: id }));

export const pairingCalls = [
  defineCall({
    route: "GET /api/pairings/current",
    summary: "Today's pairing",
    access: "member",
    bound: "fence",
    responses: ok("The open pairing", currentPairingSchema),
    refusals: ["pairing_not_found"],
    handle: ({ services, viewer }) => services.pairings.getCurrentPairing(viewer),
  }),
  defineCall({
    route: "GET /api/pairings/today/why",
    summary: "Why today's run left the member out: how many each preference excluded",
    access: "member",
    bound: "explanations",
    responses: ok("Counts; one under 5 is not shown exactly", whyNoMatchSchema),
    handle: ({ services, viewer }) => services.pairings.explainToday(viewer),
  }),
  defineCall({
    route: "GET /api/pairings/check-pairings-exist",
    summary: "Whether any open pairing exists",
    access: "member",
    bound: "fence",
    responses: ok("Exists or not", z.strictObject({ pairingsExist: z.boolean() })),
    handle: ({ services, viewer }) => services.pairings.checkPairingsExist(viewer),
  }),
  defineCall({
    route: "GET /api/pairings/past",
    summary: "Past conversations, newest first",
    access: "member",
    bound: "fence",
    query: pastQuerySchema,
    responses: ok("At most 100", z.array(pastPairingSchema)),
    handle: ({ services, viewer, query }) => services.pairings.listPast(viewer, query),
  }),
  defineCall({
    route: "POST /api/pairings/trigger-pairings",
    summary: "End today's open pairings and pair everyone again",
    access: "admin",
    bound: "adminWrites",
    responses: ok("What the run made", runResultSchema),
    refusals: ["run_in_progress"],
    handle: ({ services, viewer }) => services.pairings.triggerPairings(viewer),
  }),
  defineCall({
    route: "GET /api/pairings/conversation/{id}/messages",
    summary: "The messages, oldest first",
    access: "member",
    bound: "fence",
    readsConversation: true,
    params: conversationParams,
    query: messagesQuerySchema,
    responses: ok("The messages", z.array(messageSchema)),
    refusals: ["conversation_not_found", "blocked_by_you", "blocked_by_partner", "unavailable"],
    handle: ({ services, viewer, params, query, conversation }) =>
      services.conversations.listMessages(viewer, { ...query, ...params }, conversation),
  }),
  defineCall({
    route: "POST /api/pairings/conversation/{id}/messages",
    summary: "Send a message",
    access: "member",
    bound: ["messagesPerSecond", "messagesPerMinute"],
    readsConversation: true,
    params: conversationParams,
    body: sendMessageSchema,
    responses: {
      ...created("The stored message", messageSchema),
      ...ok("The message sent before with the same client_id", messageSchema),
    },
    refusals: [
      "conversation_not_found",
      "blocked_by_you",
      "blocked_by_partner",
      "conversation_expired",
      "too_many_requests",
      "unavailable",
    ],
    checkLimit: ({ services, viewer, path, conversation }) =>
      services.conversations.checkSendLimit(
        viewer,
        { conversationId: path.id ?? "" },
        conversation,
      ),
    async handle({ services, viewer, params, body, conversation }) {
      const input = { ...body, ...params };
      const { sendMessage } = services.conversations;
      const { message, isNew } = await sendMessage(viewer, input, conversation);
      return json(isNew ? 201 : 200, message);
    },
  }),
  defineCall({
    route: "GET /api/pairings/conversation/{id}/questions",
    summary:
      "The day's three questions, with the own answers, and the partner's once both have answered",
    access: "member",
    bound: "fence",
    readsConversation: true,
    params: conversationParams,
    responses: ok("Always three, by level", z.array(questionSchema)),
    refusals: ["conversation_not_found", "blocked_by_you", "blocked_by_partner", "unavailable"],
    handle: ({ services, viewer, params, conversation }) =>
      services.conversations.readQuestions(viewer, params, conversation),
  }),
  defineCall({
    route: "PUT /api/pairings/conversation/{id}/questions/{level}",
    summary: "Answer a question; again replaces the answer until the other side has answered too",
    access: "member",
    bound: ["answers"],
    readsConversation: true,
    params: z
      .object({ id: z.string(), level: z.string() })
      .transform(({ id, level }) => ({ conversationId: id, level })),
    body: answerSchema,
    responses: ok("The question of that level", questionSchema),
    refusals: [
      "conversation_not_found",
      "not_found",
      "blocked_by_you",
      "blocked_by_partner",
      "conversation_expired",
      "question_not_open",
      "already_revealed",
      "too_many_requests",
      "unavailable",
    ],
    checkLimit: ({ services, viewer, path, conversation }) =>
      services.conversations.checkAnswerLimit(
        viewer,
        { conversationId: path.id ?? "" },
        conversation,
      ),
    handle: ({ services, viewer, params, body, conversation }) =>
      services.conversations.answerQuestion(viewer, { ...body, ...params }, conversation),
  }),
  defineCall({
    route: "GET /api/pairings/conversation/{id}/address",
    summary: "The sealed addresses: the own line, and both after the reveal",
    access: "member",
    bound: "fence",
    params: conversationParams,
    responses: ok("The lines", addressesSchema),
    refusals: ["conversation_not_found", "blocked_by_you", "blocked_by_partner"],
    handle: ({ services, viewer, params }) => services.conversations.readAddresses(viewer, params),
  }),
  defineCall({
    route: "PUT /api/pairings/conversation/{id}/address",
    summary: "Leave a line that says how to be found, at any time while the conversation is open",
    access: "member",
    bound: ["addresses"],
    params: conversationParams,
    body: addressSchema,
    responses: ok("Sealed", confirmationSchema),
    refusals: [
      "conversation_not_found",
      "blocked_by_you",
      "blocked_by_partner",
      "conversation_expired",
      "too_many_requests",
    ],
    checkLimit: ({ services, viewer }) => services.conversations.checkAddressLimit(viewer),
    handle: ({ services, viewer, params, body }) =>
      services.conversations.leaveAddress(viewer, { ...body, ...params }),
  }),
  defineCall({
    route: "DELETE /api/pairings/conversation/{id}/address",
    summary: "Take the own line back",
    access: "member",
    bound: "fence",
    params: conversationParams,
    responses: ok("Gone", confirmationSchema),
    refusals: ["conversation_not_found"],
    handle: ({ services, viewer, params }) =>
      services.conversations.withdrawAddress(viewer, params),
  }),
  defineCall({
    route: "POST /api/pairings/conversation/{id}/read",
    summary: "Mark the partner's messages as read",
    access: "member",
    bound: "fence",
    readsConversation: true,
    params: conversationParams,
    responses: ok("How many became read", z.strictObject({ read: z.int() })),
    refusals: ["conversation_not_found", "blocked_by_you", "blocked_by_partner", "unavailable"],
    handle: ({ services, viewer, params, conversation }) =>
      services.conversations.markConversationRead(viewer, params, conversation),
  }),
];
