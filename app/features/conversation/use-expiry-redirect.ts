import { useEffect, useRef } from "react";
import { useNavigate } from "~/app/framework";
import { EXPIRY_REDIRECT_GRACE_MS, POLL_INTERVAL_MS } from "~/core/shared/constants";

/**
 * Leaves for /conversations once the expiry is more than 15 minutes past, looking every minute
 * (specification §4). Only for a conversation that was open when its page was: one opened later is history
 * (contract §3).
 *
 * @param expiresAt milliseconds since 1970
 */
export function useExpiryRedirect(expiresAt: number, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  const navigate = useNavigate();

  useEffect(() => {
    if (!wasOpen.current) return;
    const timer = setInterval(() => {
      if (Date.now() - expiresAt > EXPIRY_REDIRECT_GRACE_MS) {
        navigate("/conversations?expired=true", { replace: true });
      }
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [expiresAt, navigate]);
}
