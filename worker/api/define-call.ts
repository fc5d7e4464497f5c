import type { z } from "zod";
import type { ReadAhead } from "~/core/conversation/access";
import type { Services } from "~/core/services";
import type { BoundName } from "~/core/shared/bounds";
import type { LIMITS } from "~/core/shared/constants";
import type { ErrorCode } from "~/core/shared/errors";
import type { Viewer } from "~/core/viewer/viewer";

export type Access = "anyone" | "member" | "admin";

/** Parameters of a handler. `viewer` is there wherever the access requires a session. */
interface Call<A extends Access, Params, Query, Body> {
  services: Services;
  viewer: A extends "anyone" ? null : Viewer;
  params: Params;
  query: Query;
  body: Body;
  /** The client's network address. */
  address: string;
  /** Set for a call that {@link UntaggedCall.readsConversation}. */
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

/** The schemas of the successes by status. */
type Responses = Record<number, { description: string; schema: z.ZodType }>;

/** A body that a response's schema accepts, or the JSON of such a body as a stream if it may be too large to be held. */
type Body<R extends Responses, Status extends keyof R & number> =
  | z.input<R[Status]["schema"]>
  | ReadableStream<Uint8Array>;

/** A success of a status: see {@link json}. */
export class Reply<Status, Content> {
  constructor(
    readonly status: Status,
    readonly body: Content,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** One of the declared responses: the body of the only one there is, or a {@link Reply}. */
type CallResult<
  R extends Responses,
  Status extends keyof R & number = keyof R & number,
> = Status extends unknown
  ? Reply<Status, Body<R, Status>> | ([keyof R & number] extends [Status] ? Body<R, Status> : never)
  : never;

/** One call of the API: what routes it, bounds it, checks it, answers it and describes it (OpenAPI) in one place. */
export interface CallDefinition extends UntaggedCall {
  /** The part of the API that lists it (`calls/index.ts`). */
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
   * A bound that is counted with the session, limits that are counted in the call's own statement, or for what is cheap
   * and changes nothing the fence in front of the Worker alone. `docs/threat-model.md` prints them.
   */
  bound: BoundName | (keyof typeof LIMITS)[] | "fence";
  /** Set if the path's `{id}` is a conversation's: it is read in the same trip as the session, and passed on. */
  readsConversation?: true;
  /** Also for a member who is suspended or banned; everything else refuses them right after 401 (docs/rules.md#suspension). */
  whileSuspended?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  responses: Responses;
  /** The refusals of the thing itself; those of every call (401, 405, 413 …) are added. */
  refusals?: ErrorCode[];
  /** Throws the call's 429 if it is due, although the body is bad: 429 goes before 400 (docs/rules.md#refusals). */
  checkLimit?(call: BadCall<Access>): Promise<void>;
  /** Gets only what the definition's own access and schemas let through. */
  handle(call: Call<Access, unknown, unknown, unknown>): Promise<unknown>;
}

/** {@link UntaggedCall} while it is written down: what `handle` gets and returns follows from the schemas. */
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

/** Refuses, at compile time, a `handle` that returns what `responses` does not declare. */
export function defineCall<
  A extends Access,
  R extends Responses,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: TypedCall<A, R, Params, Query, Body>): UntaggedCall {
  return definition;
}

/** A success in {@link UntaggedCall.responses}. */
export const ok = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  200: { description, schema },
});
/** {@link ok} for what the call has made. */
export const created = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  201: { description, schema },
});

/** A success with a JSON body, of a call that has several or that answers with headers of its own. */
export const json = <const Status extends number, Content>(
  status: Status,
  body: Content,
  headers?: Record<string, string>,
) => new Reply(status, body, headers);

/** The bound that is counted with the session; null for a call that is bounded otherwise. */
export const boundOfCall = ({ bound }: Pick<CallDefinition, "bound">): BoundName | null =>
  bound === "fence" || Array.isArray(bound) ? null : bound;
