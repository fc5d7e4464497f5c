import { readStored } from "~/app/lib/browser-storage";
import { askToken, sessionIdOf } from "~/app/lib/session-token";

let pageSessionId: string | null = null;
let pageToken: string | null = null;

/** The session that the page is of; null once it is over. */
export function rememberSession(sessionId: string | null): void {
  if (sessionId !== pageSessionId) pageToken = null;
  pageSessionId = sessionId;
}

/**
 * The token of the page's own session, as far as it is known by now; if the page has no session, the one that the
 * browser keeps. Never another session's: that one may be another member's.
 */
export function readAuthToken(): string | null {
  const stored = readStored("localStorage", "authToken");
  if (pageSessionId === null || sessionIdOf(stored) === pageSessionId) return stored;
  return pageToken;
}

/**
 * {@link readAuthToken}, asked of the server if the browser doesn't have it. Null when there is none.
 * @throws TypeError, DOMException or SyntaxError when the server gives no answer
 */
export async function findAuthToken(): Promise<string | null> {
  const known = readAuthToken();
  const sessionId = pageSessionId;
  if (known !== null || sessionId === null) return known;
  const token = await askToken(sessionId);
  if (sessionId === pageSessionId) pageToken = token;
  return token;
}
