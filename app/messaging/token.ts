import { readStored } from "~/app/lib/browser-storage";

let pageToken: string | null = null;

/** The token that came with the page; null once its session is over. */
export function rememberToken(token: string | null): void {
  pageToken = token;
}

/**
 * The page's own token, else the one that the browser keeps (contract §6), which may be of another member's
 * session. Null when there is none.
 */
export function readAuthToken(): string | null {
  return pageToken ?? readStored("localStorage", "authToken");
}
