import type { z } from "zod";
import type { Viewer } from "~/core/auth/viewer";
import type { Services } from "~/core/services";
import type { ErrorCode } from "~/core/shared/errors";

export type Access = "anyone" | "member" | "admin";
export type Method = "get" | "post" | "put" | "delete";

/** What a handler gets. `viewer` is there wherever the access asks for one. */
export interface Call<A extends Access, Params, Query, Body> {
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
export interface BadCall<A extends Access>
  extends Omit<Call<A, unknown, unknown, unknown>, "body" | "query" | "params"> {
  /** The value of the body, unchecked; undefined where it can't be read as JSON. */
  given: unknown;
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** One call of the API: what routes it, checks it, answers it and describes it (OpenAPI) in one place. */
export interface CallDefinition<
  A extends Access = Access,
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: Method;
  /** With parameters in braces, as OpenAPI writes them: `/api/users/{userId}`. */
  path: string;
  tag: string;
  summary: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Shapes by status of success. */
  responses: Record<number, { description: string; schema: z.ZodType }>;
  /** The refusals of the thing itself; those of every call (401, 405, 413 …) are added. */
  refusals?: ErrorCode[];
  /** Throws the call's 429 where it is due although the body is bad: 429 goes before 400 (contract §7). */
  checkLimit?: (call: BadCall<A>) => Promise<void>;
  handle(call: Call<A, Parsed<Params>, Parsed<Query>, Parsed<Body>>): Promise<Answer>;
}

/** Keeps the types of one definition together; the list of calls forgets them. */
export function defineCall<
  A extends Access,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: CallDefinition<A, Params, Query, Body>): CallDefinition {
  return definition as unknown as CallDefinition;
}

/** A success with a body. */
export function answer(status: number, body: unknown, headers?: Record<string, string>): Answer {
  return headers ? { status, body, headers } : { status, body };
}
