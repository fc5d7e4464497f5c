import { useEffect } from "react";
import { useNavigate } from "~/app/framework";
import { EXPIRY_REDIRECT_GRACE_MS, POLL_INTERVAL_MS } from "~/core/shared/constants";

/**
 * Leaves for /conversations once the expiry is more than 15 minutes past, looking every minute
 * (docs/rules.md#countdown). Only for a conversation that was open when its page was: one opened later is history
 * (docs/rules.md#history).
 *
 * @param expiresAt milliseconds since 1970
 * @param wasOpen whether the conversation was open when its page was
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
