import BellRing from "lucide-react/icons/bell-ring";
import { useCallback, useEffect, useState } from "react";
import { Button } from "~/app/components/button";
import { canAsk, isPushOn, notifyByWorker, turnOn } from "~/app/features/notifications/device";
import { readStored, writeStored } from "~/app/lib/browser-storage";
import type { MessageDto } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";

const DISMISSED_KEY = "notificationsDismissed";

/**
 * Tells of a partner's message if the reader has allowed it (specification §4) and does not see it anyway. One
 * replaces the other, so that several tabs and a quick partner make one notification.
 */
export function notifyOfMessage(conversationId: string, message: MessageDto): void {
  // The service worker tells of it, also when this page is gone.
  if (isPushOn()) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  const body = `${isolate(message.sender_name)}: ${message.content}`;
  try {
    const notification = new Notification("New Message", { body, tag: conversationId });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome on Android has the constructor, and throws.
    const path = `/conversation/${conversationId}`;
    void notifyByWorker("New Message", body, path).catch(() => {});
  }
}

/** Offers notifications once the reader has written something: never on load, and never after a refusal. */
export function NotificationPrompt({ hasWritten, name }: { hasWritten: boolean; name: string }) {
  const [isAsked, setIsAsked] = useState(false);

  useEffect(() => {
    const isDismissed = readStored("localStorage", DISMISSED_KEY) !== null;
    if (!hasWritten || isDismissed) return;
    let isLeft = false;
    void canAsk().then((can) => can && !isLeft && setIsAsked(true));
    return () => {
      isLeft = true;
    };
  }, [hasWritten]);

  const dismiss = useCallback(() => {
    setIsAsked(false);
    // Where nothing is kept it is offered again another time.
    writeStored("localStorage", DISMISSED_KEY, "1");
  }, []);

  if (!isAsked) return null;
  return (
    <section
      aria-label="Notifications"
      className="mx-auto mb-2 max-w-3xl px-3 sm:px-6 short:hidden"
    >
      <div className="flex animate-rise flex-wrap items-center gap-x-4 rounded-lg border border-rule bg-paper-raised px-4 py-1.5 text-sm">
        <p className="flex min-w-0 flex-1 basis-52 items-center gap-2 text-ink-soft">
          <BellRing aria-hidden className="size-4 shrink-0 text-accent" />
          <span>
            Be told when <bdi>{name}</bdi> writes?
          </span>
        </p>
        <div className="-mx-4 flex">
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              setIsAsked(false);
              void turnOn();
            }}
          >
            Turn on notifications
          </Button>
          <Button variant="quiet" size="sm" onClick={dismiss}>
            Not now
          </Button>
        </div>
      </div>
    </section>
  );
}
