import {
  createExecutionContext,
  createScheduledController,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import type { MemberDto, MessageDto } from "~/core/shared/contract";
import type { ErrorCode } from "~/core/shared/errors";
import { handleScheduled } from "~/worker/scheduled";
import { findFaults } from "./check-answer";

const ORIGIN = "http://happenstance.test";

export interface ApiAnswer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface ApiOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Makes a call through the Worker's own fetch handler. Each answer is checked against the OpenAPI document and
 * docs/rules.md#errors.
 */
export async function callApi<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { token, body, headers }: ApiOptions = {},
  fetchAnswer: (request: Request) => Promise<Response> = (request) =>
    exports.default.fetch(request),
): Promise<ApiAnswer<Body>> {
  const response = await fetchAnswer(
    new Request(ORIGIN + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const { status, headers: answered } = response;
  const faults = findFaults({ method, path, status, headers: answered, text });
  if (faults.length > 0) {
    throw new Error(`${method} ${path} answered ${status}: ${faults.join("; ")}\n${text}`);
  }
  return {
    status: response.status,
    headers: response.headers,
    body: (text && method !== "HEAD" ? JSON.parse(text) : null) as Body,
  };
}

let count = 0;

export interface TestMember {
  id: string;
  token: string;
  email: string;
  password: string;
  user: MemberDto;
}

type Registration = Partial<{
  name: string;
  email: string;
  dob: string;
  gender: string | null;
  preferred_match_gender: string | null;
  password: string;
}>;

/** The body of a registration. Each call has another e-mail. */
export function createRegistration(fields: Registration = {}) {
  count++;
  return {
    name: `Member ${count}`,
    email: `member-${count}-${crypto.randomUUID().slice(0, 8)}@example.org`,
    dob: "1990-06-15",
    gender: null,
    preferred_match_gender: null,
    password: "a fine day for tea",
    ...fields,
  };
}

export const register = (fields: Registration = {}, headers: Record<string, string> = {}) =>
  callApi<{ user: MemberDto; token: string; code: ErrorCode; message: string }>(
    "POST",
    "/api/auth/register",
    { body: createRegistration(fields), headers },
  );

export async function createMember(fields: Registration = {}): Promise<TestMember> {
  const { email, password, ...others } = createRegistration(fields);
  const { status, body } = await register({ ...others, email, password });
  if (status !== 201) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`);
  return { id: body.user.id, token: body.token, email, password, user: body.user };
}

export function sendMessage(
  { token }: { token: string },
  conversationId: string,
  content: string,
): Promise<ApiAnswer<MessageDto & { code: ErrorCode }>> {
  const path = `/api/pairings/conversation/${conversationId}/messages`;
  return callApi("POST", path, { token, body: { content } });
}

export async function grantAdmin(member: { id: string }): Promise<void> {
  await env.DB.prepare("update members set is_admin = 1 where id = ?").bind(member.id).run();
}

/**
 * Delivers the cron of a run and the hourly cron of its follow-up work to the real scheduled handler.
 * @param at the scheduled time of both
 */
export async function runCron(at: number = Date.now()): Promise<void> {
  await runOneCron("0 0 * * *", at);
  await runOneCron("50 * * * *", at);
}

export async function runOneCron(cron: string, at: number): Promise<void> {
  const context = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(at), cron });
  await handleScheduled(controller, env, context);
  await waitOnExecutionContext(context);
}

/** Empties the database and the ledger, because the tests of a file share them. */
export async function emptyDatabase(): Promise<void> {
  await runInDurableObject(env.LEDGER.getByName("deletions"), (_object, { storage }) => {
    storage.sql.exec("delete from lines");
  });
  await env.DB.batch(
    [
      "members",
      "pairing_runs",
      "rate_windows",
      "kept_digests",
      "reports",
      "kept_words",
      "audit_events",
      "jobs",
      "passkey_challenges",
      "settings",
      "transparency",
    ].map((table) => env.DB.prepare(`delete from ${table}`)),
  );
}
