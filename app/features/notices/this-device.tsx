import { useCallback, useEffect, useState } from "react";
import { Button } from "~/app/components/button";
import { Section } from "~/app/components/section";
import { useToast } from "~/app/components/toast";
import { useFocusAfter } from "~/app/lib/use-focus-after";
import { useRefresh } from "~/app/lib/use-refresh";
import { BRAND } from "~/core/shared/brand";
import { type DeviceState, readDevice, turnOff, turnOn } from "./device";

const WORDS: Record<DeviceState, string> = {
  on: "Notifications are on in this browser.",
  off: "Notifications are off in this browser.",
  denied:
    "This browser blocks notifications from us. You can allow them in its settings for this site.",
  "needs-install": `On an iPhone or iPad, notifications come to the app: share this page, choose “Add to Home Screen”, and open ${BRAND.name} from there.`,
  unsupported: "This browser doesn’t support notifications.",
};

const ID = "this-device";
const FAILED = "The notifications could not be turned on. Please try again.";

export function ThisDevice({ isOffered }: { isOffered: boolean }) {
  const [state, setState] = useState<DeviceState | null>(null);
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const refresh = useRefresh();
  const look = useCallback(
    () => void readDevice().then(setState, () => setState("unsupported")),
    [],
  );
  useEffect(look, [look]);
  useFocusAfter(state, ID);

  const change = async () => {
    setBusy(true);
    if (state === "on") await turnOff();
    else if ((await turnOn()) === "failed") toast({ type: "error", message: FAILED });
    setBusy(false);
    look();
    refresh();
  };

  return (
    <Section id={ID} title="This device">
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-0 max-w-measure flex-1 basis-64 text-ink-soft" aria-live="polite">
          {isOffered
            ? state && WORDS[state]
            : "Notifications are not set up on this server. What you choose here is kept for when they are."}
          <noscript>Turn on scripts in this browser to turn on its notifications.</noscript>
        </p>
        {isOffered && (state === "on" || state === "off") ? (
          <Button
            variant={state === "on" ? "secondary" : "primary"}
            size="sm"
            pending={isBusy}
            onClick={() => void change()}
          >
            {state === "on" ? "Turn off here" : "Turn on notifications"}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
