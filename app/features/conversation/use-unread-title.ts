import { useEffect } from "react";
import { closeMessageNotifications } from "~/app/features/notifications/forget-device";

const CUE = /^\(\d+\) /;

/** Counts the unread messages in the window's title, as '(2) Ada · Happenstance', and on the app's icon. */
export function useUnreadTitle(unread: number): void {
  useEffect(() => {
    const plain = document.title.replace(CUE, "");
    document.title = unread > 0 ? `(${unread}) ${plain}` : plain;
    showBadge(unread);
    return () => {
      document.title = document.title.replace(CUE, "");
    };
  }, [unread]);
}

/** Only an installed app has a badge; elsewhere the browser does nothing, or refuses. */
function showBadge(unread: number): void {
  const badged = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
  badged?.catch(() => {});
  // Messages that are read need no notification any more.
  if (unread === 0) void closeMessageNotifications().catch(() => {});
}
