import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import type { MemberDto } from "~/core/shared/dto";

const TOKEN_KEY = "authToken";
const USER_KEY = "authUser";

export interface StoredSession {
  token: string | null;
  /** False when `authUser` is missing or is no JSON object. */
  hasUser: boolean;
}

/** What the browser keeps of the session (specification §3, 'Locally stored values'). */
export function readStoredSession(): StoredSession {
  return {
    token: readStored("localStorage", TOKEN_KEY),
    hasUser: isJsonObject(readStored("localStorage", USER_KEY)),
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

/** Whether a `storage` event says that the session changed in another tab. */
export function isSessionEvent(event: StorageEvent): boolean {
  // `clear()` reports no key.
  return (
    event.storageArea === window.localStorage && (event.key === null || event.key === TOKEN_KEY)
  );
}

function isJsonObject(text: string | null): boolean {
  if (text === null) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
