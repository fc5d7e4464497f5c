/**
 * The bearer token in the browser (docs/rules.md#sessions). A page contains only its session's id. It requests the
 * token from `POST /session`, which identifies the session by the HttpOnly cookie.
 */

import { parseObject, readStored } from "./browser-storage";

const ASK_TIMEOUT_MS = 20_000;

/** The claims are not verified, which only the server can do. Null if the text is not a JWT. */
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

/** The last request. Kept so that a page requests a token only once, even if storage is turned off. */
let asked: { sessionId: string; answer: Promise<string | null> } | null = null;

/**
 * Null if the cookie names another session by now, or none.
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
 * On a page with a session, the token of that session, or null if the browser doesn't have this token. On a page
 * without a session, the stored token.
 */
export function readAuthToken(): string | null {
  const stored = readStored("localStorage", "authToken");
  if (pageSessionId === null || sessionIdOf(stored) === pageSessionId) return stored;
  return pageToken;
}

/** {@link readAuthToken}, or the server's answer if the browser doesn't have the token. @throws as {@link askToken} */
export async function findAuthToken(): Promise<string | null> {
  const known = readAuthToken();
  const sessionId = pageSessionId;
  if (known !== null || sessionId === null) return known;
  const token = await askToken(sessionId);
  if (sessionId === pageSessionId) pageToken = token;
  return token;
}
