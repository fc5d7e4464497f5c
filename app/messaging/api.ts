import { MESSAGES_PAGE_DEFAULT } from "~/core/shared/constants";
import type { MessageDto, QuestionDto } from "~/core/shared/contract";
import type { Environment } from "./browser";

const TIMEOUT_MS = 20_000;

/** The server stores a `client_id` only once, so a message can be sent again (docs/rules.md#messages). */
export interface OutgoingMessage {
  client_id: string;
  content: string;
}

export interface Failure {
  ok: false;
  status: number;
  message: string | null;
  retryAfterSeconds: number | null;
}
type ApiResult<Body> = { ok: true; body: Body } | Failure;

/** An unreachable server is handled like a gateway's 504. */
const UNREACHABLE: Failure = { ok: false, status: 504, message: null, retryAfterSeconds: null };

/** @param isBody refuses an answer that isn't our server's, for example a captive portal's page */
async function call<Body>(
  { fetch, readToken }: Environment,
  conversationId: string,
  rest: string,
  init: RequestInit,
  isBody: (value: unknown) => value is Body,
): Promise<ApiResult<Body>> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), TIMEOUT_MS);
  try {
    const authorization = `Bearer ${(await readToken()) ?? ""}`;
    const response = await fetch(
      `/api/pairings/conversation/${encodeURIComponent(conversationId)}/${rest}`,
      {
        ...init,
        signal: aborter.signal,
        headers: { authorization, ...(init.body ? { "content-type": "application/json" } : {}) },
      },
    );
    const value: unknown = await response.json().catch(() => null);
    if (response.ok) return isBody(value) ? { ok: true, body: value } : UNREACHABLE;
    const { message } = Object(value);
    return {
      ok: false,
      status: response.status,
      message: typeof message === "string" ? message : null,
      retryAfterSeconds: Number(response.headers.get("retry-after")) || null,
    };
  } catch {
    return UNREACHABLE;
  } finally {
    clearTimeout(timer);
  }
}

/** Messages, oldest first: the newest page or, with `before`, the page that ends just before that message. */
export async function fetchMessages(
  environment: Environment,
  conversationId: string,
  before?: string,
): Promise<ApiResult<MessageDto[]>> {
  const query = new URLSearchParams({
    limit: String(MESSAGES_PAGE_DEFAULT),
    ...(before ? { before } : {}),
  });
  const answer = await call(environment, conversationId, `messages?${query}`, {}, isMessages);
  // The failure isn't shown, because the page or the member tries again.
  if (!answer.ok) console.debug("Failed to fetch messages");
  return answer;
}

export function postMessage(
  environment: Environment,
  conversationId: string,
  { content, client_id }: OutgoingMessage,
): Promise<ApiResult<MessageDto>> {
  // `keepalive` lets the browser finish the request if the page is closed meanwhile.
  const init = { method: "POST", body: JSON.stringify({ content, client_id }), keepalive: true };
  return call(environment, conversationId, "messages", init, isMessage);
}

export const postRead = (environment: Environment, conversationId: string) =>
  call(environment, conversationId, "read", { method: "POST" }, isAnything);

export const fetchQuestions = (environment: Environment, conversationId: string) =>
  call(environment, conversationId, "questions", {}, isQuestions);

const isAnything = (_: unknown): _ is unknown => true;

const isMessages = (value: unknown): value is MessageDto[] =>
  Array.isArray(value) && value.every(isMessage);

const isQuestions = (value: unknown): value is QuestionDto[] =>
  Array.isArray(value) && value.every((one) => typeof one?.level === "number");

function isMessage(value: unknown): value is MessageDto {
  const { message_id, content, sender_id, created_at } = Object(value);
  return [message_id, content, sender_id, created_at].every((one) => typeof one === "string");
}
