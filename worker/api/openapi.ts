import { z } from "zod";
import { BRAND } from "~/core/shared/brand";
import { REPORT_REASONS, STANDINGS } from "~/core/shared/constants";
import { ERRORS, type ErrorCode } from "~/core/shared/errors";
import { boundOfCall, type CallDefinition } from "./define-call";

/** The envelope of every error (docs/rules.md#errors). The code decides which optional fields are present. */
const errorShape = z
  .object({
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
  })
  .strict();

export type JsonSchema = Record<string, unknown>;

export type OpenApiDocument = ReturnType<typeof createOpenApiDocument>;
export type OpenApiOperation = ReturnType<typeof toOperation>;

export interface OpenApiResponse {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: ReturnType<typeof toContent>;
}

function toSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest;
}

const describeCodes = (codes: ErrorCode[]) =>
  codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join("\n\n");

/** Every refusal of a call: its own, and those of all calls of its kind. */
function refusalsOf(call: CallDefinition): ErrorCode[] {
  const codes: ErrorCode[] = [...(call.refusals ?? [])];
  if (call.access !== "anyone") codes.push("unauthenticated");
  if (boundOfCall(call) && !codes.includes("too_many_requests")) codes.push("too_many_requests");
  if (call.access !== "anyone" && !call.whileSuspended) codes.push("suspended");
  if (call.access === "admin") codes.push("forbidden", "passkey_required");
  if (call.body || call.query) codes.push("invalid_input");
  if (call.body) codes.push("invalid_json", "unsupported_media_type");
  codes.push("body_too_large", "internal");
  return codes;
}

const requestId = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };
const toContent = (schema: JsonSchema) => ({ "application/json": { schema } });

function toResponses(call: CallDefinition): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {};
  for (const [status, { description, schema }] of Object.entries(call.responses)) {
    const content = toContent(toSchema(schema, "output"));
    responses[status] = { description, headers: requestId, content };
  }
  for (const [status, codes] of Map.groupBy(refusalsOf(call), (code) => ERRORS[code].status)) {
    responses[status] = {
      description: describeCodes(codes),
      headers: { ...requestId, ...(status === 429 ? retryAfter : {}) },
      content: toContent({ $ref: "#/components/schemas/Error" }),
    };
  }
  return responses;
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: one,
  }));
}

function toOperation(call: CallDefinition) {
  const parameters = [...parametersIn("path", call.params), ...parametersIn("query", call.query)];
  const body = call.body && { required: true, content: toContent(toSchema(call.body, "input")) };
  return {
    operationId: `${call.method}${call.path.replace(/^\/api/, "").replace(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [call.tag],
    summary: call.summary,
    security: call.access === "anyone" ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: toResponses(call),
  };
}

/** Makes the OpenAPI 3.1 document of the calls from the same definitions that answer them. */
export function createOpenApiDocument(calls: CallDefinition[]) {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method]: toOperation(call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${BRAND.name} API`,
      version: "1.0.0",
      description:
        "JSON in and out, UTF-8, on the same origin as the pages. Sign in for a bearer token; cookies " +
        "are not accepted. Instants are ISO 8601 in UTC with milliseconds, dates YYYY-MM-DD. Text is " +
        "trimmed and normalised (NFC) and measured in Unicode code points. A body is at most 64 KiB. " +
        "Unknown fields are ignored. HEAD works where GET does. A path that is not here answers 404 " +
        "with the code `not_found`, another method 405 with `method_not_allowed` and `Allow`.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(calls.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: toSchema(errorShape, "output") },
      headers: {
        RequestId: {
          description: "Names this request in the log",
          schema: { type: "string" },
        },
        RetryAfter: {
          description: "Seconds until it is worth trying again",
          schema: { type: "integer", minimum: 1 },
        },
      },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}
