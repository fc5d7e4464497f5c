/**
 * The bearer token in the browser (docs/rules.md#sessions). No page contains it: a page knows only the id of its
 * session, and requests the token from `POST /session`, which identifies the session by the HttpOnly cookie.
 */

import { parseObject, readStored } from "./browser-storage";

const ASK_TIMEOUT_MS = 20_000;

/** Unchecked, because only the server can verify a token. Null if it is not one of ours. */
export function readClaims(token: string): { sid: string | null; iat: number | null } | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims = parseObject(atob(payload));
    if (claims === null) return null;
    const { sid, iat } = claims;
    return {
      sid: typeof sid === "string" ? sid : null,
      iat: typeof iat === "number" ? iat : null,
    };
  } catch {
    return null;
  }
}

export const sessionIdOf = (token: string | null) =>
  token === null ? null : (readClaims(token)?.sid ?? null);

/** The last request, so that a page requests a token only once, even without storage. */
let asked: { sessionId: string; answer: Promise<string | null> } | null = null;

/**
 * Null if the cookie now names another session, or none.
 * @throws TypeError, DOMException or SyntaxError if there is no valid answer
 */
export function askToken(sessionId: string): Promise<string | null> {
  if (asked?.sessionId === sessionId) return asked.answer;
  const answer = requestToken(sessionId);
  const question = { sessionId, answer };
  asked = question;
  const forget = () => {
    if (asked === question) asked = null;
  };
  answer.then((token) => token ?? forget(), forget);
  return answer;
}

async function requestToken(sessionId: string): Promise<string | null> {
  const response = await fetch("/session", {
    method: "POST",
    body: new URLSearchParams({ ask: "token" }),
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  if (!response.ok) throw new TypeError("No answer");
  const answer = parseObject(await response.text());
  if (answer === null) throw new SyntaxError("No answer of ours");
  const { token } = answer;
  return typeof token === "string" && sessionIdOf(token) === sessionId ? token : null;
}

let pageSessionId: string | null = null;
let pageToken: string | null = null;

export function rememberSession(sessionId: string | null): void {
  if (sessionId !== pageSessionId) pageToken = null;
  pageSessionId = sessionId;
}

/**
 * The token of the page's own session, if it is known; if the page has no session, the stored one. Never that of
 * another session, which may be another member's.
 */
export function readAuthToken(): string | null {
  const stored = readStored("localStorage", "authToken");
  if (pageSessionId === null || sessionIdOf(stored) === pageSessionId) return stored;
  return pageToken;
}

/** {@link readAuthToken}, or the server's answer if the browser does not have the token. @throws as {@link askToken} */
export async function findAuthToken(): Promise<string | null> {
  const known = readAuthToken();
  const sessionId = pageSessionId;
  if (known !== null || sessionId === null) return known;
  const token = await askToken(sessionId);
  if (sessionId === pageSessionId) pageToken = token;
  return token;
}
