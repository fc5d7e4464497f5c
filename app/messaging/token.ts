import { readStored } from "~/app/lib/browser-storage";
import { askToken, sessionIdOf } from "~/app/lib/session-token";

let pageSessionId: string | null = null;
let pageToken: string | null = null;

/** Sets the session of the page; null when it is over. */
export function rememberSession(sessionId: string | null): void {
  if (sessionId !== pageSessionId) pageToken = null;
  pageSessionId = sessionId;
}

/**
 * The token of the page's own session, if it is known; if the page has no session, the stored one. Never the token of
 * another session, which may be another member's.
 */
export function readAuthToken(): string | null {
  const stored = readStored("localStorage", "authToken");
  if (pageSessionId === null || sessionIdOf(stored) === pageSessionId) return stored;
  return pageToken;
}

/**
 * {@link readAuthToken}, or the server's answer if the browser does not have the token. Null if there is none.
 * @throws TypeError, DOMException or SyntaxError if the server does not answer
 */
export async function findAuthToken(): Promise<string | null> {
  const known = readAuthToken();
  const sessionId = pageSessionId;
  if (known !== null || sessionId === null) return known;
  const token = await askToken(sessionId);
  if (sessionId === pageSessionId) pageToken = token;
  return token;
}
