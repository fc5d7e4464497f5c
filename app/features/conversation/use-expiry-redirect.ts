import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { EXPIRY_REDIRECT_GRACE_MS, POLL_INTERVAL_MS } from "~/core/shared/constants";

/**
 * Redirects to /conversations 15 minutes after the conversation's end (docs/rules.md#countdown). A
 * page that was rendered after the end is history, and stays (docs/rules.md#history).
 * @param expiresAt milliseconds since 1970
 * @param wasOpen whether the conversation was open when the page was rendered
 */
export function useExpiryRedirect(expiresAt: number, wasOpen: boolean): void {
  const navigate = useNavigate();

  useEffect(() => {
    if (!wasOpen) return;
    const timer = setInterval(() => {
      if (Date.now() - expiresAt > EXPIRY_REDIRECT_GRACE_MS) {
        navigate("/conversations?expired=true", { replace: true });
      }
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [expiresAt, wasOpen, navigate]);
}
