import { type FormEvent, useRef } from "react";
import { useToast } from "~/app/components/toast";
import { clearOutboxesEverywhere } from "~/app/messaging/storage";
import { clearStoredSession } from "./session-store";

const SIGN_OUT_FAILED = "Failed to log out. Please try again.";

/** Ends the page's session and its cookie. @returns false when the server gave no answer, or failed */
export async function endPageSession(): Promise<boolean> {
  // It answers with a redirect, which is not followed and shows no status.
  const answer = await fetch("/logout", { method: "POST", redirect: "manual" }).catch(() => null);
  return answer?.type === "opaqueredirect";
}

/**
 * For the form that signs out. Only when the server knows of it does the device forget: what was never sent is
 * personal, and the device may be shared, but nobody's words shall go for a sign-out that failed. The next
 * page is a new one, so that nothing of this one's memory stays either.
 */
export function useSignOut(): (event: FormEvent) => void {
  const toast = useToast();
  const isUnderWay = useRef(false);
  return (event) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void endPageSession().then((isEnded) => {
      isUnderWay.current = false;
      if (!isEnded) return toast({ type: "error", message: SIGN_OUT_FAILED });
      clearOutboxesEverywhere();
      clearStoredSession();
      window.location.assign("/");
    });
  };
}
