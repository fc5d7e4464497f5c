import { forgetDevice } from "~/app/features/notices/forget-device";
import { keepZoneCookie, takeForgetCookie } from "~/app/lib/script-cookies";
import { askToken, sessionIdOf } from "~/app/lib/session-token";
import { clearOutboxesEverywhere, followClearing } from "~/app/messaging/storage";
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

export interface KnownSession {
  sessionId: string | null;
  user: MemberDto | null;
}

/**
 * Keeps the browser's stored session and the page's cookie the same (docs/rules.md#sessions). If only one of the two
 * exists when a page starts, this class restores the other. When the session ends, this class removes both, in every
 * tab.
 */
export class SessionKeeper {
  #lastSessionId: string | null = null;
  #isStartup = true;
  readonly #refresh: () => void;

  /** @param refresh loads the page's data, or the whole page, again */
  constructor(refresh: () => void) {
    this.#refresh = refresh;
  }

  update({ sessionId, user }: KnownSession): void {
    const isStartup = this.#isStartup;
    this.#isStartup = false;
    const hadSession = this.#lastSessionId !== null;
    this.#lastSessionId = sessionId;
    if (isStartup && takeForgetCookie()) {
      clearOutboxesEverywhere();
      void forgetDevice();
      if (!sessionId) clearStoredSession();
    }
    const stored = readStoredSession();
    setTimeout(() => keepZoneCookie(this.#lastSessionId !== null));

    if (sessionId && user) {
      void this.#keep(stored, { sessionId, user, isStartup });
    } else if (hadSession) {
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
    // If there is no answer, the next page tries again.
    if (token === null || this.#isOvertaken(stored, sessionId)) return;
    const isFresh = !isStartup || stored.token === null || isOlder(stored.token, token);
    if (isFresh) storeSession(token, user);
    else await this.#check(stored, token, { sessionId, user });
  }

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
    // If the server doesn't answer, a reload would fail. The next page checks again.
    if (await endPageSession()) this.#refresh();
  }

  async #restore(stored: StoredSession): Promise<void> {
    const outcome = await restoreSession(stored);
    if (outcome === "restored") this.#refresh();
    else if (outcome === "dead" && this.#lastSessionId === null) clearStoredSession();
  }

  watch(): () => void {
    // Clears the drafts in this tab too when another tab signs out.
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

/** Long enough for the browser to unload a page that the reader has left. */
const SECOND_TRY_MS = 1_000;

/**
 * Leaving the page makes the request fail too, so only a second failure counts as a network error
 * (docs/rules.md#sessions).
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
    // An unread body would keep the connection open.
    await response.body?.cancel();
    return response.status === 401 || response.status === 403 ? "sign-out" : "keep";
  } catch {
    return "no-answer";
  }
}

/**
 * @returns `dead` if the stored session is incomplete or its token is invalid; `unknown` if the server does not answer
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
