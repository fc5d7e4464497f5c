import { z } from "zod";
import { addressSchema, messagesQuerySchema, sendMessageSchema } from "~/core/conversation/schemas";
import { pastQuerySchema } from "~/core/pairing/schemas";
import {
  addressesSchema,
  confirmationSchema,
  currentPairingSchema,
  messageSchema,
  pastPairingSchema,
  runResultSchema,
  whyNoMatchSchema,
} from "~/core/shared/contract";
import { defineCall, json, ofConversation } from "../define-call";

const ADDRESS_PATH = "/api/pairings/conversation/{id}/address";
/** By the name that services have for it. */
const conversationParams = z
  .object({ id: z.string() })
  .transform(({ id }) => ({ conversationId: id }));

export const pairingCalls = [
  defineCall({
    method: "get",
    path: "/api/pairings/current",
    summary: "Today's pairing",
    access: "member",
    responses: { 200: { description: "The open pairing", schema: currentPairingSchema } },
    refusals: ["pairing_not_found"],
    handle: async ({ services, viewer }) =>
      json(200, await services.pairings.getCurrentPairing(viewer)),
  }),
  defineCall({
    method: "get",
    path: "/api/pairings/today/why",
    summary: "Why today's run left the member out: how many each preference excluded",
    access: "member",
    responses: {
      200: { description: "Counts; one under 5 is not shown exactly", schema: whyNoMatchSchema },
    },
    handle: async ({ services, viewer }) => json(200, await services.pairings.explainToday(viewer)),
  }),
  defineCall({
    method: "get",
    path: "/api/pairings/check-pairings-exist",
    summary: "Whether any open pairing exists",
    access: "member",
    responses: {
      200: { description: "Exists or not", schema: z.strictObject({ pairingsExist: z.boolean() }) },
    },
    handle: async ({ services, viewer }) =>
      json(200, await services.pairings.checkPairingsExist(viewer)),
  }),
  defineCall({
    method: "get",
    path: "/api/pairings/past",
    summary: "Past conversations, newest first",
    access: "member",
    query: pastQuerySchema,
    responses: { 200: { description: "At most 100", schema: z.array(pastPairingSchema) } },
    handle: async ({ services, viewer, query }) =>
      json(200, await services.pairings.listPast(viewer, query)),
  }),
  defineCall({
    method: "post",
    path: "/api/pairings/trigger-pairings",
    summary: "End today's open pairings and pair everyone again",
    access: "admin",
    responses: { 200: { description: "What the run made", schema: runResultSchema } },
    refusals: ["run_in_progress"],
    handle: async ({ services, viewer }) =>
      json(200, await services.pairings.triggerPairings(viewer)),
  }),
  defineCall({
    method: "get",
    path: "/api/pairings/conversation/{id}/messages",
    summary: "The messages, oldest first",
    access: "member",
    readAhead: ofConversation,
    params: conversationParams,
    query: messagesQuerySchema,
    responses: { 200: { description: "The messages", schema: z.array(messageSchema) } },
    refusals: ["conversation_not_found", "blocked_by_you", "blocked_by_partner", "unavailable"],
    handle: async ({ services, viewer, params, query }) =>
      json(200, await services.conversations.listMessages(viewer, { ...query, ...params })),
  }),
  defineCall({
    method: "post",
    path: "/api/pairings/conversation/{id}/messages",
    summary: "Send a message",
    access: "member",
    readAhead: ofConversation,
    params: conversationParams,
    body: sendMessageSchema,
    responses: {
      201: { description: "The stored message", schema: messageSchema },
      200: {
        description: "The message sent before with the same client_id",
        schema: messageSchema,
      },
    },
    refusals: [
      "conversation_not_found",
      "blocked_by_you",
      "blocked_by_partner",
      "conversation_expired",
      "too_many_requests",
      "unavailable",
    ],
    checkLimit: ({ services, viewer, path }) =>
      services.conversations.checkSendLimit(viewer, { conversationId: path.id ?? "" }),
    async handle({ services, viewer, params, body }) {
      const input = { ...body, ...params };
      const { message, isNew } = await services.conversations.sendMessage(viewer, input);
      return json(isNew ? 201 : 200, message);
    },
  }),
  defineCall({
    method: "get",
    path: ADDRESS_PATH,
    summary: "The sealed addresses: the own line, and both after the reveal",
    access: "member",
    params: conversationParams,
    responses: { 200: { description: "The lines", schema: addressesSchema } },
    refusals: ["conversation_not_found", "blocked_by_you", "blocked_by_partner"],
    handle: async ({ services, viewer, params }) =>
      json(200, await services.conversations.readAddresses(viewer, params)),
  }),
  defineCall({
    method: "put",
    path: ADDRESS_PATH,
    summary: "Leave a line that says how to be found, in the last three hours",
    access: "member",
    params: conversationParams,
    body: addressSchema,
    responses: { 200: { description: "Sealed", schema: confirmationSchema } },
    refusals: [
      "conversation_not_found",
      "blocked_by_you",
      "blocked_by_partner",
      "conversation_expired",
      "address_closed",
      "too_many_requests",
    ],
    checkLimit: ({ services, viewer }) => services.conversations.checkAddressLimit(viewer),
    handle: async ({ services, viewer, params, body }) =>
      json(200, await services.conversations.leaveAddress(viewer, { ...body, ...params })),
  }),
  defineCall({
    method: "delete",
    path: ADDRESS_PATH,
    summary: "Take the own line back",
    access: "member",
    params: conversationParams,
    responses: { 200: { description: "Gone", schema: confirmationSchema } },
    refusals: ["conversation_not_found"],
    handle: async ({ services, viewer, params }) =>
      json(200, await services.conversations.withdrawAddress(viewer, params)),
  }),
  defineCall({
    method: "post",
    path: "/api/pairings/conversation/{id}/read",
    summary: "Mark the partner's messages as read",
    access: "member",
    readAhead: ofConversation,
    params: conversationParams,
    responses: {
      200: { description: "How many became read", schema: z.strictObject({ read: z.int() }) },
    },
    refusals: ["conversation_not_found", "blocked_by_you", "blocked_by_partner", "unavailable"],
    handle: async ({ services, viewer, params }) =>
      json(200, await services.conversations.markConversationRead(viewer, params)),
  }),
];
