import { useEffect, useRef } from "react";
import { useRefresh } from "~/app/lib/use-refresh";
import { followClearing } from "~/app/messaging/storage";
import type { MemberDto } from "~/core/shared/contract";
import {
  clearStoredSession,
  isOlder,
  isSessionEvent,
  readStoredSession,
  storeSession,
} from "./session-store";
import { endPageSession } from "./sign-out";

interface SessionSyncProps {
  /** The page's own session; both null when there is none. */
  token: string | null;
  user: MemberDto | null;
}

/**
 * Keeps the browser's stored session and the page's cookie the same (specification §4 Auth, contract §6):
 * what one of them loses the other gives up too, in every tab.
 */
export function SessionSync({ token, user }: SessionSyncProps) {
  const refresh = useRefresh();
  const lastToken = useRef<string | null>(null);
  const isStartup = useRef(true);

  useEffect(() => {
    const startup = isStartup.current;
    isStartup.current = false;
    const hadSession = lastToken.current !== null;
    lastToken.current = token;
    const stored = readStoredSession();

    if (token && user) {
      const fresh = !startup || stored.token === null || isOlder(stored.token, token);
      if (fresh) return storeSession(token, user);
      void checkStoredSession(stored, token).then(async (verdict) => {
        // Signed in or out anew in the meantime: the verdict is about yesterday.
        if (lastToken.current !== token) return;
        if (verdict === "keep") return storeSession(token, user);
        clearStoredSession();
        // Without the server the page would only break: it stays, and the next one sees to it.
        if (await endPageSession()) refresh();
      });
      return;
    }

    // Signed out on this very page, or its session died: the stored one is dead as well.
    if (hadSession) return clearStoredSession();
    if (stored.token !== null) {
      void restoreSession(stored).then((verdict) => {
        if (verdict === "restored") refresh();
        else if (verdict === "dead" && lastToken.current === null) clearStoredSession();
      });
    }
  }, [token, user, refresh]);

  // Another tab's member leaves: their words go from this one too. The page that was theirs goes when they have
  // left, which the stored session tells.
  useEffect(followClearing, []);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (isSessionEvent(event) && readStoredSession().token !== lastToken.current) refresh();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [refresh]);

  return null;
}

/** Long enough for a page that is being left to be gone. */
const SECOND_TRY_MS = 1_000;

/**
 * The check of a stored token on startup (specification §4): a missing user, a 401 or 403 and a network
 * error sign out, any other answer keeps. A page that is left in the middle of the check sees its call
 * fail before it learns that it is left, so only a second failure, a while later, is a network error.
 */
async function checkStoredSession(
  stored: { token: string | null; hasUser: boolean },
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
    // The status says it all; a body nobody reads would hold the connection.
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
}: {
  token: string | null;
  hasUser: boolean;
}): Promise<"restored" | "dead" | "unknown"> {
  if (!token || !hasUser) return "dead";
  const body = new URLSearchParams({ token });
  const response = await fetch("/session", { method: "POST", body }).catch(() => null);
  if (response?.status === 204) return "restored";
  return response?.status === 200 ? "dead" : "unknown";
}
