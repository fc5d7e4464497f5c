import type { z } from "zod";
import type { ReadAhead } from "~/core/conversation/access";
import type { Services } from "~/core/services";
import type { BoundName } from "~/core/shared/bounds";
import type { LIMITS } from "~/core/shared/constants";
import type { ErrorCode } from "~/core/shared/errors";
import type { Viewer } from "~/core/viewer/viewer";

type Access = "anyone" | "member" | "admin";

/** Parameters of a handler. `viewer` is set if the access requires a session. */
interface Call<A extends Access, Params, Query, Body> {
  services: Services;
  viewer: A extends "anyone" ? null : Viewer;
  params: Params;
  query: Query;
  body: Body;
  /** The client's network address. */
  address: string;
  /** Set if the definition has {@link UntaggedCall.readsConversation}. */
  conversation: ReadAhead;
}

/** A call whose body, query or parameters are refused. */
interface BadCall<A extends Access>
  extends Omit<Call<A, unknown, unknown, unknown>, "body" | "query" | "params"> {
  /** The value of the body, unchecked; undefined if it can't be read as JSON. */
  given: unknown;
  /** The parameters of the path, unchecked. */
  path: Record<string, string>;
}

/** The schemas of the successful responses, by status. */
type Responses = Record<number, { description: string; schema: z.ZodType }>;

/** A body that a response's schema accepts, or its JSON as a stream if it may be too large for memory. */
type Body<R extends Responses, Status extends keyof R & number> =
  | z.input<R[Status]["schema"]>
  | ReadableStream<Uint8Array>;

/** A successful response with its status: see {@link json}. */
export class Reply<Status, Content> {
  constructor(
    readonly status: Status,
    readonly body: Content,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** One of the declared responses: a body if only one response is declared, or a {@link Reply}. */
type CallResult<
  R extends Responses,
  Status extends keyof R & number = keyof R & number,
> = Status extends unknown
  ? Reply<Status, Body<R, Status>> | ([keyof R & number] extends [Status] ? Body<R, Status> : never)
  : never;

/** One call of the API: its route, bound, schemas, handler and description (OpenAPI) in one place. */
export interface CallDefinition extends UntaggedCall {
  /** The part of the API that contains the call (`calls/index.ts`). */
  tag: string;
  /** The two parts of the route, the method in lower case. */
  method: string;
  path: string;
}

interface UntaggedCall {
  /** Method and path, with parameters in braces as OpenAPI writes them: `GET /api/users/{userId}`. */
  route: `${"GET" | "POST" | "PUT" | "DELETE"} /api/${string}`;
  summary: string;
  access: Access;
  /**
   * A bound that is counted with the session, or limits that are counted in the call's own statement. A call that is cheap
   * and changes nothing has only the fence in front of the Worker. `docs/threat-model.md` prints them.
   */
  bound: BoundName | (keyof typeof LIMITS)[] | "fence";
  /** Set if the path's `{id}` is a conversation's. The conversation is read in the same round trip as the session, and passed to the handler. */
  readsConversation?: true;
  /** Whether a member who is suspended or banned may make the call. All other calls refuse them right after 401 (docs/rules.md#suspension). */
  whileSuspended?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  responses: Responses;
  /** The call's own refusals. Those of every call (401, 405, 413 …) are added. */
  refusals?: ErrorCode[];
  /** Throws the call's 429 if it is due, even if the body is bad, because 429 goes before 400 (docs/rules.md#refusals). */
  checkLimit?(call: BadCall<Access>): Promise<void>;
  /** Answers the call. Its parameters have passed the definition's access and schemas. */
  handle(call: Call<Access, unknown, unknown, unknown>): Promise<unknown>;
}

/** {@link UntaggedCall} as it is written in a definition. The schemas give the types that `handle` gets and returns. */
interface TypedCall<
  A extends Access,
  R extends Responses,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
> extends UntaggedCall {
  access: A;
  params?: Params;
  query?: Query;
  body?: Body;
  responses: R;
  checkLimit?(call: BadCall<A>): Promise<void>;
  handle(call: Call<A, z.output<Params>, z.output<Query>, z.output<Body>>): Promise<CallResult<R>>;
}

/** Defines a call. It doesn't compile if `handle` returns a response that `responses` does not declare. */
export function defineCall<
  A extends Access,
  R extends Responses,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: TypedCall<A, R, Params, Query, Body>): UntaggedCall {
  return definition;
}

/** A successful response in {@link UntaggedCall.responses}. */
export const ok = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  200: { description, schema },
});
/** {@link ok} with status 201, for a call that creates something. */
export const created = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  201: { description, schema },
});

/** A successful response with a JSON body, for a call that has several responses or sets its own headers. */
export const json = <const Status extends number, Content>(
  status: Status,
  body: Content,
  headers?: Record<string, string>,
) => new Reply(status, body, headers);

/** The bound that is counted with the session; null for a call that is bounded otherwise. */
export const boundOfCall = ({ bound }: Pick<CallDefinition, "bound">): BoundName | null =>
  bound === "fence" || Array.isArray(bound) ? null : bound;
