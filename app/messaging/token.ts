import { readStored } from "~/app/lib/browser-storage";

let pageToken: string | null = null;

/** The token that came with the page; null once its session is over. */
export function rememberToken(token: string | null): void {
  pageToken = token;
}

/**
 * The page's own token, else the one that the browser keeps (contract §6): what another tab or an earlier session
 * left there may be somebody else's. Null when there is none.
 */
export function readAuthToken(): string | null {
  return pageToken ?? readStored("localStorage", "authToken");
}
