/**
 * Calls that `defineCall` must refuse at compile time. Nothing here runs: `npm test` compiles it, and an expected error that
 * does not come is an error itself.
 */
import { z } from "zod";
import { confirmationSchema, memberSchema } from "~/core/shared/contract";
import { defineCall, json } from "~/worker/api/define-call";

const about = {
  route: "GET /api/example",
  bound: "fence",
  summary: "An example",
} as const;
const responses = {
  200: { description: "Known before", schema: confirmationSchema },
  201: { description: "New", schema: memberSchema },
};

export const acceptsDeclaredResponses = defineCall({
  ...about,
  access: "member",
  query: z.object({ isNew: z.stringbool() }),
  responses,
  async handle({ viewer, query }) {
    return query.isNew ? json(201, viewer.user) : json(200, { message: "Done" });
  },
});

export const refusesUndeclaredStatus = defineCall({
  ...about,
  access: "member",
  responses,
  // @ts-expect-error 202 is not declared
  async handle() {
    return json(202, { message: "Done" });
  },
});

export const refusesShapeOfOtherStatus = defineCall({
  ...about,
  access: "member",
  responses,
  // @ts-expect-error the member is declared for 201
  async handle({ viewer }) {
    return json(200, viewer.user);
  },
});

export const refusesWrongType = defineCall({
  ...about,
  access: "anyone",
  responses,
  // @ts-expect-error the message is a number
  async handle() {
    return json(200, { message: 1 });
  },
});

export const hasNoViewerWithoutAccess = defineCall({
  ...about,
  access: "anyone",
  responses,
  async handle({ viewer }) {
    // @ts-expect-error anyone may call it, so there is no viewer
    return json(201, viewer.user);
  },
});

export const hasOnlyDeclaredInput = defineCall({
  ...about,
  access: "anyone",
  params: z.object({ id: z.string() }),
  responses,
  async handle({ params, body }) {
    // @ts-expect-error no body is declared
    return json(200, { message: params.id + body.text });
  },
});

const only = { 200: responses[200] };

export const acceptsBodyOfOnlyResponse = defineCall({
  ...about,
  access: "anyone",
  responses: only,
  handle: async () => ({ message: "Done" }),
});

export const refusesOtherBodyOfOnlyResponse = defineCall({
  ...about,
  access: "member",
  responses: only,
  // @ts-expect-error the member is not declared
  handle: async ({ viewer }) => viewer.user,
});

export const refusesBodyWithoutStatus = defineCall({
  ...about,
  access: "member",
  responses,
  // @ts-expect-error two responses are declared: which one is it?
  handle: async ({ viewer }) => viewer.user,
});
