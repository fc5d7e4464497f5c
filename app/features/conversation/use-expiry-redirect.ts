import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { EXPIRY_REDIRECT_GRACE_MS, POLL_INTERVAL_MS } from "~/core/shared/constants";

/**
 * Redirects to /conversations when the expiry is more than 15 minutes ago; it checks every minute
 * (docs/rules.md#countdown). Only if the conversation was open when the page was rendered. One opened later is history
 * (docs/rules.md#history).
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
