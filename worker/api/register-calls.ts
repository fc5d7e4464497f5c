import type { Context, Hono } from "hono";
import type { z } from "zod";
import { requireUnsuspended } from "~/core/moderation/standing";
import { invalidField } from "~/core/shared/errors";
import { parseInput } from "~/core/shared/parse";
import { requireAdmin } from "~/core/viewer/viewer";
import type { AppBindings } from "../bindings";
import { clientAddress, readBearer } from "../http/client";
import { refuseMethod } from "../http/refuse";
import { parseJsonBody, peekJson, readBody } from "../http/request-body";
import { boundOfCall, type CallDefinition, Reply } from "./define-call";

/**
 * Routes every call in the order of refusals (docs/rules.md#refusals): path 404, method 405, 401, 403 of a suspension, 403 of a
 * role, 429, 413, 415, 400, then the call's own refusals.
 */
export function registerCalls(app: Hono<AppBindings>, calls: CallDefinition[]): void {
  const byPath = Map.groupBy(calls, ({ path }) => path);
  // Paths without parameters come first, so that `/users/me` is not taken for a member's id.
  const paths = [...byPath].sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
  for (const [path, definitions] of paths) {
    const pattern = path.replace(/\{(\w+)\}/g, ":$1");
    const methods = definitions.map(({ method }) => method.toUpperCase());
    app.all(pattern, async (context) => {
      const method = context.req.method === "HEAD" ? "GET" : context.req.method;
      const definition = definitions.find((one) => one.method.toUpperCase() === method);
      return definition ? answerCall(context, definition) : refuseMethod(methods);
    });
  }
}

async function answerCall(
  context: Context<AppBindings>,
  definition: CallDefinition,
): Promise<Response> {
  const services = context.get("services");
  const request = context.req.raw;
  const token = definition.access === "anyone" ? null : readBearer(request);
  const ahead = {
    conversationId: definition.readsConversation && context.req.param("id"),
    bound: boundOfCall(definition),
  };
  const found =
    definition.access === "anyone" ? null : await services.auth.authenticateCall(token, ahead);
  const viewer = found?.viewer ?? null;
  if (viewer && !definition.whileSuspended) requireUnsuspended(viewer);
  if (definition.access === "admin") requireAdmin(viewer);
  found?.assertWithinBound();
  const address = clientAddress(request);
  const who = { services, viewer, address, conversation: found?.conversation };
  const received = readBody(request);
  const input = await readInput(context, definition, received).catch(async (refusal: unknown) => {
    // A rejected body is counted here (429 before 400). A valid request is counted in its service.
    const given = await received.then(peekJson, () => undefined);
    await definition.checkLimit?.({ ...who, given, path: context.req.param() });
    throw refusal;
  });
  const result = await definition.handle({ ...who, ...input });
  const [onlyStatus] = Object.keys(definition.responses);
  const { status, body, headers } =
    result instanceof Reply ? result : new Reply(Number(onlyStatus), result);
  const content = body instanceof ReadableStream ? body : JSON.stringify(body);
  const type = { "content-type": "application/json; charset=utf-8" };
  return new Response(content, { status, headers: { ...type, ...headers } });
}

async function readInput(
  { req }: Context<AppBindings>,
  definition: CallDefinition,
  received: ReturnType<typeof readBody>,
) {
  const bytes = await received;
  return {
    body: definition.body && parseInput(definition.body, parseJsonBody(req.raw, bytes)),
    query: definition.query && parseInput(definition.query, readQuery(req.url, definition.query)),
    params: definition.params && parseInput(definition.params, req.param()),
  };
}

/** Reads the parameters that the call's schema has. @throws AppError `invalid_input` for a parameter that is given twice */
function readQuery(url: string, schema: z.ZodType): Record<string, string> {
  const given = new URL(url).searchParams;
  const query: Record<string, string> = {};
  for (const name of Object.keys((schema as z.ZodObject).shape)) {
    const [value, ...more] = given.getAll(name);
    if (more.length > 0) throw invalidField(name, `${name} is given more than once`);
    if (value !== undefined) query[name] = value;
  }
  return query;
}
