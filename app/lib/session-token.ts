/**
 * The bearer token in the browser (docs/rules.md#sessions). No page carries one: a page knows the id of its session, and the
 * token of that session is asked of `POST /session`, which answers it by the HttpOnly cookie.
 */

import { parseObject } from "./parse-object";

const ASK_TIMEOUT_MS = 20_000;

/** The claims of a token, unchecked: only the server can verify it. Null for text that is no token of ours. */
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

/** The id of the session that a token names, unchecked; null for what is no token of ours. */
export const sessionIdOf = (token: string | null) =>
  token === null ? null : (readClaims(token)?.sid ?? null);

/** The last question and its answer: a page sends it only once, even if the browser keeps nothing. */
let asked: { sessionId: string; answer: Promise<string | null> } | null = null;

/**
 * The token of the page's session. Null when the cookie names another session by now, or none.
 * @throws TypeError, DOMException or SyntaxError without an answer of ours
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
