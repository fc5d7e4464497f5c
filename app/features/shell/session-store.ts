import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import { parseObject } from "~/app/lib/parse-object";
import { readClaims } from "~/app/lib/session-token";
import type { MemberDto } from "~/core/shared/contract";

const TOKEN_KEY = "authToken";
const USER_KEY = "authUser";

export interface StoredSession {
  token: string | null;
  /** False when `authUser` is missing or is no JSON object. */
  hasUser: boolean;
}

/** What the browser keeps of the session (docs/rules.md#sessions). */
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

/** Clears both keys; other tabs hear of it by their `storage` event. */
export function clearStoredSession(): void {
  removeStored("localStorage", TOKEN_KEY);
  removeStored("localStorage", USER_KEY);
}

/** Whether a `storage` event means that the session changed in another tab. */
export function isSessionEvent(event: StorageEvent): boolean {
  // `clear()` reports no key.
  return (
    event.storageArea === window.localStorage && (event.key === null || event.key === TOKEN_KEY)
  );
}

/**
 * Whether one token was issued no later than another one: then the other is of a later sign-in, which the page may
 * have made before its scripts ran. False for what is no token of ours.
 */
export function isOlder(token: string, other: string): boolean {
  const [issued, issuedLater] = [readClaims(token)?.iat ?? null, readClaims(other)?.iat ?? null];
  return token !== other && issued !== null && issuedLater !== null && issued <= issuedLater;
}
