import { type KnownSession, SessionKeeper } from "~/app/features/shell/session-keeper";
import { SIGN_OUT_FAILED, signOut } from "~/app/features/shell/sign-out";
import { readStored, writeStored } from "~/app/lib/browser-storage";
import { showError } from "./toasts";

/**
 * The stored token for which the page last reloaded. The page doesn't reload twice for the same
 * one, because it would reload forever in a browser that refuses cookies.
 */
const RESTORED_KEY = "restoredSession";

/** Keeps the stored session and the page's session the same. If they differ, reloads the page. */
export function keepSession({ sessionId, user }: KnownSession): void {
  const keeper = new SessionKeeper(() => {
    const stored = readStored("localStorage", "authToken") ?? "";
    const isRepeated = stored !== "" && readStored("sessionStorage", RESTORED_KEY) === stored;
    if (!sessionId && isRepeated) return;
    writeStored("sessionStorage", RESTORED_KEY, sessionId ? "" : stored);
    location.reload();
  });
  keeper.update({ sessionId, user });
  keeper.watch();
}

/** Takes over the menu's Logout, which is an ordinary form. */
export function takeOverSignOut(): void {
  for (const form of document.querySelectorAll("form[action='/logout']")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void signOut(() => showError(SIGN_OUT_FAILED));
    });
  }
}
