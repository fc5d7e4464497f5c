import { forgetDevice } from "~/app/features/notifications/forget-device";
import { clearOutboxesEverywhere } from "~/app/messaging/storage";
import { clearStoredSession } from "./session-store";

export const SIGN_OUT_FAILED = "Failed to log out. Please try again.";

/** Ends the page's session and its cookie. @returns false when the server gave no answer, or failed */
export async function endPageSession(): Promise<boolean> {
  // It answers with a redirect, which is not followed and shows no status.
  const answer = await fetch("/logout", { method: "POST", redirect: "manual" }).catch(() => null);
  return answer?.type === "opaqueredirect";
}

let isUnderWay = false;

/**
 * Signs out. The device forgets what was never sent only when the server has ended the session: it is personal, and
 * the device may be shared, but no text is lost for a sign-out that failed. The next page is a new document, so
 * that this one's memory goes too.
 */
export async function signOut(onFailed: () => void): Promise<void> {
  if (isUnderWay) return;
  isUnderWay = true;
  const isEnded = await endPageSession();
  isUnderWay = false;
  if (!isEnded) return onFailed();
  clearOutboxesEverywhere();
  clearStoredSession();
  await forgetDevice();
  window.location.assign("/");
}
