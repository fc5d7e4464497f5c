import { Form } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { useForm } from "~/app/lib/form";
import type { PushSubscriptionDto } from "~/core/shared/contract";
import { FAILED } from "./settings-form";

export const REMOVE_INTENT = "remove";

export function DeviceList({ subscriptions }: { subscriptions: PushSubscriptionDto[] }) {
  const { errors } = useForm({ intent: REMOVE_INTENT, offline: FAILED });
  if (subscriptions.length === 0) return null;
  return (
    <Section id="devices" title="Your devices">
      <FormError error={Object.values(errors)[0]} />
      <ul className="mt-2 flex flex-col">
        {subscriptions.map((device) => (
          <li
            key={device.subscription_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-rule border-b py-3 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium [overflow-wrap:anywhere]">{device.label}</p>
              <p className="text-ink-muted text-sm">
                Since <LocalTime instant={device.created_at} />
                {device.current ? ", where you are signed in now" : ""}
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="intent" value={REMOVE_INTENT} />
              <input type="hidden" name="id" value={device.subscription_id} />
              <Button
                type="submit"
                variant="secondary"
                size="sm"
                aria-label={`Remove ${device.label}`}
              >
                Remove
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Section>
  );
}
