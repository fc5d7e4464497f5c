import type { z } from "zod";
import type { ReadAhead } from "~/core/auth/session";
import type { Viewer } from "~/core/auth/viewer";
import type { Services } from "~/core/services";
import type { ErrorCode } from "~/core/shared/errors";

export type Access = "anyone" | "member" | "admin";
type Method = "get" | "post" | "put" | "delete";

/** What a handler gets. `viewer` and `token` are there wherever the access asks for a session. */
interface Call<A extends Access, Params, Query, Body> {
  services: Services;
  viewer: A extends "anyone" ? null : Viewer;
  token: A extends "anyone" ? null : string;
  params: Params;
  query: Query;
  body: Body;
  /** The client's network address. */
  address: string;
}

/** A call whose body, query or parameters are refused. */
interface BadCall<A extends Access>
  extends Omit<Call<A, unknown, unknown, unknown>, "body" | "query" | "params"> {
  /** The value of the body, unchecked; undefined where it can't be read as JSON. */
  given: unknown;
  /** The parameters of the path, unchecked. */
  path: Record<string, string>;
}

/** The schemas of the successes by status. */
export type Responses = Record<number, { description: string; schema: z.ZodType }>;

/**
 * One of the declared responses: the status, with a body that its schema accepts, or the JSON of such a body as a
 * stream where it may be too large to be held.
 */
type CallResult<R extends Responses> = {
  [Status in keyof R & number]: {
    status: Status;
    body: z.input<R[Status]["schema"]> | ReadableStream<Uint8Array>;
    headers?: Record<string, string>;
  };
}[keyof R & number];

/** One call of the API: what routes it, checks it, answers it and describes it (OpenAPI) in one place. */
export interface CallDefinition extends UntaggedCall {
  /** The part of the API that lists it (`calls/index.ts`). */
  tag: string;
}

interface UntaggedCall {
  method: Method;
  /** With parameters in braces, as OpenAPI writes them: `/api/users/{userId}`. */
  path: string;
  summary: string;
  access: Access;
  /** What is read in the same trip as the session. A body is peeked at before it is checked: undefined if it is not JSON. */
  readAhead?: (
    path: Record<string, string>,
    peekBody: () => Promise<unknown>,
  ) => ReadAhead | Promise<ReadAhead>;
  /** Also for a member who is suspended or banned; everything else refuses them right after 401 (contract §9, §10). */
  whileSuspended?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  responses: Responses;
  /** The refusals of the thing itself; those of every call (401, 405, 413 …) are added. */
  refusals?: ErrorCode[];
  /** Throws the call's 429 where it is due although the body is bad: 429 goes before 400 (contract §7). */
  checkLimit?(call: BadCall<Access>): Promise<void>;
  /** Gets only what the definition's own access and schemas let through. */
  handle(call: Call<Access, unknown, unknown, unknown>): Promise<CallResult<Responses>>;
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

/** A success with a JSON body. */
export function json<const Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: Record<string, string>,
): { status: Status; body: Body; headers?: Record<string, string> } {
  return headers ? { status, body, headers } : { status, body };
}

/** For {@link UntaggedCall.readAhead} of a path whose `{id}` is a conversation's. */
export const ofConversation = ({ id }: Record<string, string>): ReadAhead => ({
  conversationId: id,
});
