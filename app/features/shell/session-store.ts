import { parseObject, readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import { readClaims } from "~/app/lib/session-token";
import type { MemberDto } from "~/core/shared/contract";

const TOKEN_KEY = "authToken";
const USER_KEY = "authUser";

export interface StoredSession {
  token: string | null;
  hasUser: boolean;
}

export function readStoredSession(): StoredSession {
  return {
    token: readStored("localStorage", TOKEN_KEY),
    hasUser: parseObject(readStored("localStorage", USER_KEY)) !== null,
  };
}

export function storeSession(token: string, user: MemberDto): void {
  writeStored("localStorage", TOKEN_KEY, token);
  writeStored("localStorage", USER_KEY, JSON.stringify(user));
}

export function clearStoredSession(): void {
  removeStored("localStorage", TOKEN_KEY);
  removeStored("localStorage", USER_KEY);
}

export function isSessionEvent(event: StorageEvent): boolean {
  // `localStorage.clear()` sends an event without a key.
  return (
    event.storageArea === window.localStorage && (event.key === null || event.key === TOKEN_KEY)
  );
}

/**
 * Whether `token` was issued before `other`, or in the same second. The browser keeps such an older token if the member
 * signs in before the page's scripts run. False if the two are equal, or if either is not one of our tokens.
 */
export function isOlder(token: string, other: string): boolean {
  const [issued, issuedLater] = [readClaims(token)?.iat ?? null, readClaims(other)?.iat ?? null];
  return token !== other && issued !== null && issuedLater !== null && issued <= issuedLater;
}
