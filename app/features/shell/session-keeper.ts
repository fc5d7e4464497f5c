import { askToken, sessionIdOf } from "~/app/lib/session-token";
import { keepZoneCookie } from "~/app/lib/zone-cookie";
import { followClearing } from "~/app/messaging/storage";
import type { MemberDto } from "~/core/shared/contract";
import {
  clearStoredSession,
  isOlder,
  isSessionEvent,
  readStoredSession,
  type StoredSession,
  storeSession,
} from "./session-store";
import { endPageSession } from "./sign-out";

/** The page's own session, of its cookie; both null when there is none. */
export interface KnownSession {
  sessionId: string | null;
  user: MemberDto | null;
}

/**
 * Keeps the browser's stored session and the page's cookie the same (docs/rules.md#sessions):
 * what one of them loses the other gives up too, in every tab.
 */
export class SessionKeeper {
  #lastSessionId: string | null = null;
  #isStartup = true;
  readonly #refresh: () => void;

  /** @param refresh loads the page's data again, or the page */
  constructor(refresh: () => void) {
    this.#refresh = refresh;
  }

  /** To be called with the page's session at startup and whenever it changes. */
  update({ sessionId, user }: KnownSession): void {
    const isStartup = this.#isStartup;
    this.#isStartup = false;
    const hadSession = this.#lastSessionId !== null;
    this.#lastSessionId = sessionId;
    const stored = readStoredSession();
    keepZoneCookie(sessionId !== null);

    if (sessionId && user) {
      void this.#keep(stored, { sessionId, user, isStartup });
    } else if (hadSession) {
      // Signed out on this very page, or its session died: the stored one is dead as well.
      clearStoredSession();
    } else if (stored.token !== null) {
      void this.#restore(stored);
    }
  }

  async #keep(
    stored: StoredSession,
    { sessionId, user, isStartup }: { sessionId: string; user: MemberDto; isStartup: boolean },
  ): Promise<void> {
    const isOwn = sessionIdOf(stored.token) === sessionId;
    const token = isOwn ? stored.token : await askToken(sessionId).catch(() => null);
    // The next page tries again if there is no answer.
    if (token === null || this.#isOvertaken(stored, sessionId)) return;
    const isFresh = !isStartup || stored.token === null || isOlder(stored.token, token);
    if (isFresh) storeSession(token, user);
    else await this.#check(stored, token, { sessionId, user });
  }

  /** Whether this page or another tab has changed the session since a question was asked: then the answer is out of date. */
  #isOvertaken({ token }: StoredSession, sessionId: string): boolean {
    return this.#lastSessionId !== sessionId || readStoredSession().token !== token;
  }

  async #check(
    stored: StoredSession,
    token: string,
    { sessionId, user }: { sessionId: string; user: MemberDto },
  ): Promise<void> {
    const outcome = await checkStoredSession(stored, token);
    if (this.#isOvertaken(stored, sessionId)) return;
    if (outcome === "keep") return storeSession(token, user);
    clearStoredSession();
    // Without the server the page would only break: it stays, and the next one checks again.
    if (await endPageSession()) this.#refresh();
  }

  async #restore(stored: StoredSession): Promise<void> {
    const outcome = await restoreSession(stored);
    if (outcome === "restored") this.#refresh();
    else if (outcome === "dead" && this.#lastSessionId === null) clearStoredSession();
  }

  /** Follows what other tabs do to the session. @returns a function that stops it */
  watch(): () => void {
    // Another tab signs out: drafts are cleared here too. The page itself changes with the stored session.
    const stopClearing = followClearing();
    const onStorage = (event: StorageEvent) => {
      if (!isSessionEvent(event)) return;
      if (sessionIdOf(readStoredSession().token) !== this.#lastSessionId) this.#refresh();
    };
    window.addEventListener("storage", onStorage);
    return () => {
      stopClearing();
      window.removeEventListener("storage", onStorage);
    };
  }
}

/** Long enough for a page that is being left to be gone. */
const SECOND_TRY_MS = 1_000;

/**
 * The check of a stored token on startup (docs/rules.md#sessions): a missing user, a 401 or 403 and a network
 * error sign out, any other answer keeps. A page that is left in the middle of the check sees its call
 * fail before it learns that it is left, so only a second failure, a while later, is a network error.
 */
async function checkStoredSession(
  stored: StoredSession,
  pageToken: string,
): Promise<"keep" | "sign-out"> {
  if (!stored.hasUser) return "sign-out";
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort(), { once: true });
  const token = stored.token ?? pageToken;
  const first = await checkToken(token);
  if (first !== "no-answer") return first;
  await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
  if (leaving.signal.aborted) return "keep";
  const second = await checkToken(token);
  if (second !== "no-answer") return second;
  return leaving.signal.aborted ? "keep" : "sign-out";
}

async function checkToken(token: string): Promise<"keep" | "sign-out" | "no-answer"> {
  try {
    const response = await fetch("/api/users/me", {
      headers: { authorization: `Bearer ${token}` },
    });
    // Only the status counts; a body that isn't read would hold the connection.
    await response.body?.cancel();
    return response.status === 401 || response.status === 403 ? "sign-out" : "keep";
  } catch {
    return "no-answer";
  }
}

/**
 * Asks for the cookie of a stored session whose page has none. Only the word that the token is dead ends the
 * stored session: a server that has no answer now may have one on the next page.
 */
async function restoreSession({
  token,
  hasUser,
}: StoredSession): Promise<"restored" | "dead" | "unknown"> {
  if (!token || !hasUser) return "dead";
  const body = new URLSearchParams({ token });
  const response = await fetch("/session", { method: "POST", body }).catch(() => null);
  if (response?.status === 204) return "restored";
  return response?.status === 200 ? "dead" : "unknown";
}
