import type { MessageDto, QuestionDto } from "~/core/shared/contract";
import type { Environment } from "./environment";

/** Parts of the browser that a call needs. */
type Caller = Pick<Environment, "clock" | "fetch" | "readToken">;

/** Time after which a call counts as lost. Sending again is harmless. */
const TIMEOUT_MS = 20_000;

/** `message` is the server's text. */
export type ApiResult<Body> =
  | { kind: "ok"; body: Body }
  | { kind: "refused"; status: number; message: string | null; retryAfterSeconds: number | null }
  | { kind: "unreachable" };

async function call<Body>(
  { clock, fetch, readToken }: Caller,
  path: string,
  init: RequestInit,
  parse: (value: unknown) => Body | null,
): Promise<ApiResult<Body>> {
  const aborter = new AbortController();
  const cancelTimeout = clock.after(TIMEOUT_MS, () => aborter.abort());
  try {
    const token = await readToken();
    const response = await fetch(path, {
      ...init,
      signal: aborter.signal,
      headers: {
        authorization: `Bearer ${token ?? ""}`,
        ...(init.body ? { "content-type": "application/json" } : {}),
      },
    });
    const value: unknown = await response.json().catch(() => null);
    if (response.ok) {
      const body = parse(value);
      // A body that we can't parse is not from our server, but for example a captive portal's page. It does not prove
      // that the message was stored.
      return body === null ? { kind: "unreachable" } : { kind: "ok", body };
    }
    const retryAfter = Number(response.headers.get("retry-after"));
    return {
      kind: "refused",
      status: response.status,
      message: readText(value, "message"),
      retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
    };
  } catch {
    return { kind: "unreachable" };
  } finally {
    cancelTimeout();
  }
}

const pathOf = (conversationId: string, rest: string) =>
  `/api/pairings/conversation/${encodeURIComponent(conversationId)}/${rest}`;

/** The newest `limit` messages, or those before one; oldest first. A failure is logged only (docs/rules.md#failures). */
export async function fetchMessages(
  caller: Caller,
  conversationId: string,
  { limit, before }: { limit: number; before?: string },
): Promise<ApiResult<MessageDto[]>> {
  const query = new URLSearchParams({ limit: String(limit), ...(before ? { before } : {}) });
  const answer = await call(caller, pathOf(conversationId, `messages?${query}`), {}, readMessages);
  // Not logged as an error, because the fetch is tried again.
  if (answer.kind !== "ok") console.debug("Failed to fetch messages");
  return answer;
}

export function postMessage(
  caller: Caller,
  conversationId: string,
  message: { content: string; client_id: string },
): Promise<ApiResult<MessageDto>> {
  const { content, client_id } = message;
  return call(
    caller,
    pathOf(conversationId, "messages"),
    // `keepalive` lets the browser finish a request that was sent while the page is closed.
    { method: "POST", body: JSON.stringify({ content, client_id }), keepalive: true },
    readMessage,
  );
}

/** Marks all messages from the partner as read. */
export function postRead(caller: Caller, conversationId: string): Promise<ApiResult<true>> {
  return call(caller, pathOf(conversationId, "read"), { method: "POST" }, () => true);
}

/** Fetches the day's questions, only the fields that may change. */
export const fetchQuestions = (
  caller: Caller,
  conversationId: string,
): Promise<ApiResult<Omit<QuestionDto, "question">[]>> =>
  call(caller, pathOf(conversationId, "questions"), {}, readQuestions);

/** A text field of a received object; null if there is none. */
export function readText(value: unknown, key: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const text = (value as Record<string, unknown>)[key];
  return typeof text === "string" && text !== "" ? text : null;
}

function readMessages(value: unknown): MessageDto[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((one) => readMessage(one) ?? []);
}

function readQuestions(value: unknown): Omit<QuestionDto, "question">[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((one) => ({
    level: one?.level,
    mine: readText(one, "mine"),
    theirs: readText(one, "theirs"),
    partner_answered: one?.partner_answered === true,
  }));
}

/** Checks a received message; null if it is not one. */
export function readMessage(value: unknown): MessageDto | null {
  const message_id = readText(value, "message_id");
  const content = readText(value, "content");
  const sender_id = readText(value, "sender_id");
  const created_at = readText(value, "created_at");
  if (!message_id || content === null || !sender_id || !created_at) return null;
  return {
    message_id,
    content,
    sender_id,
    created_at,
    sender_name: readText(value, "sender_name") ?? "",
    sender_avatar: readText(value, "sender_avatar"),
    sent_at: readText(value, "sent_at") ?? created_at,
    is_read: (value as Record<string, unknown>).is_read === true,
    client_id: readText(value, "client_id"),
  };
}
