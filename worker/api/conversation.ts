import { createRoute, z } from "@hono/zod-openapi";
import { leaveAddress, readAddresses, withdrawAddress } from "~/core/conversation/addresses";
import { answerQuestion, readQuestions } from "~/core/conversation/answers";
import {
  addressSchema,
  answerSchema,
  messagesQuerySchema,
  sendMessageSchema,
} from "~/core/conversation/schemas";
import { listMessages, markConversationRead, sendMessage } from "~/core/conversation/service";
import {
  addressesSchema,
  confirmationSchema,
  messageSchema,
  questionSchema,
} from "~/core/shared/contract";
import { createRouter, json, jsonBody, member, refusals } from "./router";

export const conversation = createRouter();

const params = z.object({ id: z.string() });
const UNREADABLE = ["conversation_not_found", "blocked_by_you", "blocked_by_partner"] as const;

const keyOf = ({ req }: { req: { valid(target: "param"): { id: string } } }) => ({
  conversationId: req.valid("param").id,
});

conversation.openapi(
  createRoute({
    method: "get",
    path: "/api/pairings/conversation/{id}/messages",
    tags: ["conversation"],
    summary: "The messages, oldest first",
    ...member({ limit: "fence", readsConversation: true }),
    request: { params, query: messagesQuerySchema },
    responses: {
      200: json("The messages", z.array(messageSchema)),
      ...refusals(...UNREADABLE, "unavailable"),
    },
  }),
  async (c) =>
    c.json(
      await listMessages(
        c.var.deps,
        c.var.viewer,
        { ...c.req.valid("query"), ...keyOf(c) },
        c.var.conversation,
      ),
      200,
    ),
);

conversation.openapi(
  createRoute({
    method: "post",
    path: "/api/pairings/conversation/{id}/messages",
    tags: ["conversation"],
    summary: "Send a message",
    ...member({ limit: ["messagesPerSecond", "messagesPerMinute"], readsConversation: true }),
    request: { params, body: jsonBody(sendMessageSchema) },
    responses: {
      201: json("The stored message", messageSchema),
      200: json("The message sent before with the same client_id", messageSchema),
      ...refusals(...UNREADABLE, "conversation_expired", "too_many_requests", "unavailable"),
    },
  }),
  async (c) => {
    const { message, isNew } = await sendMessage(
      c.var.deps,
      c.var.viewer,
      { ...c.req.valid("json"), ...keyOf(c) },
      c.var.conversation,
    );
    return c.json(message, isNew ? 201 : 200);
  },
);

conversation.openapi(
  createRoute({
    method: "get",
    path: "/api/pairings/conversation/{id}/questions",
    tags: ["conversation"],
    summary:
      "The day's three questions, with the own answers, and the partner's once both have answered",
    ...member({ limit: "fence", readsConversation: true }),
    request: { params },
    responses: {
      200: json("Always three, by level", z.array(questionSchema)),
      ...refusals(...UNREADABLE, "unavailable"),
    },
  }),
  async (c) =>
    c.json(await readQuestions(c.var.deps, c.var.viewer, keyOf(c), c.var.conversation), 200),
);

conversation.openapi(
  createRoute({
    method: "put",
    path: "/api/pairings/conversation/{id}/questions/{level}",
    tags: ["conversation"],
    summary: "Answer a question; again replaces the answer until the other side has answered too",
    ...member({ limit: ["answers"], readsConversation: true }),
    request: {
      params: z.object({ id: z.string(), level: z.string() }),
      body: jsonBody(answerSchema),
    },
    responses: {
      200: json("The question of that level", questionSchema),
      ...refusals(
        ...UNREADABLE,
        "not_found",
        "conversation_expired",
        "question_not_open",
        "already_revealed",
        "too_many_requests",
        "unavailable",
      ),
    },
  }),
  async (c) =>
    c.json(
      await answerQuestion(
        c.var.deps,
        c.var.viewer,
        { ...c.req.valid("json"), level: c.req.valid("param").level, ...keyOf(c) },
        c.var.conversation,
      ),
      200,
    ),
);

conversation.openapi(
  createRoute({
    method: "get",
    path: "/api/pairings/conversation/{id}/address",
    tags: ["conversation"],
    summary: "The sealed addresses: the own line, and both after the reveal",
    ...member({ limit: "fence" }),
    request: { params },
    responses: {
      200: json("The lines", addressesSchema),
      ...refusals(...UNREADABLE),
    },
  }),
  async (c) => c.json(await readAddresses(c.var.deps, c.var.viewer, keyOf(c)), 200),
);

conversation.openapi(
  createRoute({
    method: "put",
    path: "/api/pairings/conversation/{id}/address",
    tags: ["conversation"],
    summary: "Leave a line that says how to be found, at any time while the conversation is open",
    ...member({ limit: ["addresses"] }),
    request: { params, body: jsonBody(addressSchema) },
    responses: {
      200: json("Sealed", confirmationSchema),
      ...refusals(...UNREADABLE, "conversation_expired", "too_many_requests"),
    },
  }),
  async (c) =>
    c.json(
      await leaveAddress(c.var.deps, c.var.viewer, {
        ...c.req.valid("json"),
        ...keyOf(c),
      }),
      200,
    ),
);

conversation.openapi(
  createRoute({
    method: "delete",
    path: "/api/pairings/conversation/{id}/address",
    tags: ["conversation"],
    summary: "Take the own line back",
    ...member({ limit: "fence" }),
    request: { params },
    responses: { 200: json("Gone", confirmationSchema), ...refusals("conversation_not_found") },
  }),
  async (c) => c.json(await withdrawAddress(c.var.deps, c.var.viewer, keyOf(c)), 200),
);

conversation.openapi(
  createRoute({
    method: "post",
    path: "/api/pairings/conversation/{id}/read",
    tags: ["conversation"],
    summary: "Mark the partner's messages as read",
    ...member({ limit: "fence", readsConversation: true }),
    request: { params },
    responses: {
      200: json("How many became read", z.strictObject({ read: z.int() })),
      ...refusals(...UNREADABLE, "unavailable"),
    },
  }),
  async (c) =>
    c.json(await markConversationRead(c.var.deps, c.var.viewer, keyOf(c), c.var.conversation), 200),
);
