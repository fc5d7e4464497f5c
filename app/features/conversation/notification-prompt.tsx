import { useEffect, useState } from "react";
import { Button } from "~/app/components/button";
import { BellRing } from "~/app/components/icons";
import { canAsk, turnOn } from "~/app/features/notices/device";
import { readStored, writeStored } from "~/app/lib/browser-storage";

const DISMISSED_KEY = "notificationsDismissed";

export function NotificationPrompt({ name }: { name: string }) {
  const [firstName] = name.split(" ");
  const [isAsked, setIsAsked] = useState(false);

  useEffect(() => {
    if (readStored("localStorage", DISMISSED_KEY) === null) void canAsk().then(setIsAsked);
  }, []);

  function dismiss() {
    setIsAsked(false);
    writeStored("localStorage", DISMISSED_KEY, "1");
  }

  if (!isAsked) return null;
  return (
    <section aria-label="Notifications" className="short:hidden">
      <div className="flex animate-rise flex-wrap items-center gap-x-4 rounded-lg border border-rule bg-paper-raised px-4 py-1.5 text-sm">
        <p className="flex min-w-0 flex-1 basis-52 items-center gap-2 text-ink-soft">
          <BellRing aria-hidden className="size-4 shrink-0 text-accent" />
          <span>
            Be told when <bdi>{firstName}</bdi> writes?
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
