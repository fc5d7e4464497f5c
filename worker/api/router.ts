import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { BOUNDS, type BoundName } from "~/core/accounts/bounds";
import { authenticateCall } from "~/core/accounts/session";
import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { ReadAhead } from "~/core/conversation/access";
import { requireUnsuspended } from "~/core/moderation/standing";
import { type LIMITS, REPORT_REASONS, STANDINGS } from "~/core/shared/constants";
import { AppError, ERRORS, type ErrorCode } from "~/core/shared/errors";
import { toInvalidInput } from "~/core/shared/parse";
import type { AppBindings } from "../bindings";
import { readBearer } from "../http/client";
import { readBody } from "../http/request-body";

export const createRouter = () =>
  new OpenAPIHono<AppBindings>({
    defaultHook(result, context) {
      if (!result.success) throw toInvalidInput(result.error);
      // Hono reads a missing body as `{}`, which a schema without required fields accepts.
      if (result.target === "json" && !context.req.header("content-type")) {
        throw new AppError("invalid_json");
      }
    },
  });

/**
 * What limits the call: a bound counted in the SQL statement that reads the session, limits that the use case counts
 * itself, or only Cloudflare's rate limit (`fence`).
 */
export type CallLimit = BoundName | (keyof typeof LIMITS)[] | "fence";

interface Options {
  limit: CallLimit;
  /** Open to suspended and banned members too (docs/rules.md#suspension). */
  whileSuspended?: true;
  /** The path's `{id}` is a conversation, which is read in the same round trip to the database as the session. */
  readsConversation?: true;
}

interface MemberBindings extends AppBindings {
  Variables: AppBindings["Variables"] & { viewer: Viewer; conversation: ReadAhead };
}

/**
 * hono/body-limit isn't used, because it closes the connection early, and some proxies turn that into an error of their
 * own.
 */
const limitBody = createMiddleware(async ({ req }, next) => {
  if (req.raw.body) req.raw = new Request(req.raw, { body: await readBody(req.raw) });
  await next();
});

const isBound = (limit: CallLimit): limit is BoundName =>
  typeof limit === "string" && limit in BOUNDS;

function authenticate(
  { limit, whileSuspended, readsConversation }: Options,
  requireRole: (viewer: Viewer) => void,
): MiddlewareHandler<MemberBindings> {
  return createMiddleware<MemberBindings>(async (context, next) => {
    const found = await authenticateCall(context.var.deps, readBearer(context.req.raw), {
      conversationId: readsConversation && context.req.param("id"),
      bound: isBound(limit) ? limit : null,
    });
    if (!whileSuspended) requireUnsuspended(found.viewer);
    requireRole(found.viewer);
    found.assertWithinBound();
    context.set("viewer", found.viewer);
    context.set("conversation", found.conversation);
    return limitBody(context, next);
  });
}

export const anyone = ({ limit }: Pick<Options, "limit">) => ({
  security: [],
  middleware: limitBody as MiddlewareHandler<AppBindings>,
  "x-limit": limit,
});

export const member = (options: Options) => ({
  security: [{ bearer: [] }],
  middleware: authenticate(options, () => {}),
  "x-limit": options.limit,
});

export const admin = (options: Options) => ({
  security: [{ bearer: ["admin"] }],
  middleware: authenticate(options, requireAdmin),
  "x-limit": options.limit,
});

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
});

export const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { "application/json": { schema } },
});

/** See docs/rules.md#errors. The code decides which optional fields are present. */
const errorSchema = z
  .strictObject({
    message: z.string().describe("Fit to show to a person"),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    errors: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .optional()
      .describe("With `invalid_input`: what is wrong with which field; `message` is the first"),
    isBlocked: z.boolean().optional(),
    blockedByYou: z.boolean().optional(),
    dayOff: z.boolean().optional(),
    standing: z.enum(STANDINGS).optional().describe("With `suspended`, with what follows"),
    reason: z.enum(REPORT_REASONS).optional(),
    text: z.string().optional(),
    until: z.iso.datetime({ precision: 3 }).nullable().optional(),
    challenge: z
      .looseObject({})
      .optional()
      .describe("With `proof_required`: an ALTCHA 2 challenge, to be solved and sent as `proof`"),
  })
  .openapi("Error");

const OF_EVERY_CALL: ErrorCode[] = [
  "invalid_input",
  "invalid_json",
  "body_too_large",
  "unsupported_media_type",
  "too_many_requests",
  "internal",
];

/** Typed as `object` to keep these answers out of a handler's return type, because handlers throw refusals. */
export function publicRefusals(...codes: ErrorCode[]): object {
  const all = new Set<ErrorCode>([...codes, ...OF_EVERY_CALL]);
  const byStatus = Map.groupBy(all, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      json(some.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join("\n\n"), errorSchema),
    ]),
  );
}

export const refusals = (...codes: ErrorCode[]): object =>
  publicRefusals(...codes, "unauthenticated", "suspended");
