import { forgetDevice } from "~/app/features/notices/forget-device";
import { clearOutboxesEverywhere } from "~/app/messaging/storage";
import { clearStoredSession } from "./session-store";

export const SIGN_OUT_FAILED = "Failed to log out. Please try again.";

export async function endPageSession(): Promise<boolean> {
  // The redirect is not followed, so its status is not visible.
  const answer = await fetch("/logout", { method: "POST", redirect: "manual" }).catch(() => null);
  return answer?.type === "opaqueredirect";
}

let isUnderWay = false;

/**
 * Removes the unsent text from the device only after the server has ended the session. The next page is a new document,
 * so nothing stays in memory.
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
