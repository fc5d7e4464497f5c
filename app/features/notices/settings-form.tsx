import { Form } from "@remix-run/react";
import { Button, LinkButton } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { useRegionStyle } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { type Fields, useForm } from "~/app/lib/form";
import type { NotificationSettingsDto } from "~/core/shared/contract";
import { nextMidnightUtc } from "~/core/shared/countdown";
import type { RegionStyle } from "~/core/shared/region-style";
import { clockOffset, clockTime, type MemberClock } from "~/core/shared/timezones";

export const SAVE_INTENT = "save";
export const FAILED = "The notifications could not be changed";

/** A browser doesn't send a box that isn't ticked. */
export function toSettings(fields: Fields) {
  const [introduction, message] = ["introduction" in fields, "message" in fields];
  return {
    ...{ introduction, last_hour: introduction, reminders: introduction },
    ...{ message, envelope: message },
    ...{ report_answer: true, absence: true, account: true },
  };
}

interface SettingsFormProps {
  settings: NotificationSettingsDto;
  reminders: boolean | null;
  /** True if the member has a device for notifications. Members without a device can ask for e-mails. */
  hasDevice: boolean;
  clock: MemberClock;
}

export function SettingsForm({ settings, reminders, hasDevice, clock }: SettingsFormProps) {
  const form = useForm({ intent: SAVE_INTENT, offline: FAILED });
  const style = useRegionStyle();
  return (
    <Form {...form.props} className="flex flex-col gap-8">
      <input type="hidden" name="intent" value={SAVE_INTENT} />
      <FormError error={form.errors[""]} />
      <Section id="kinds" title="Tell me about">
        <div className="mt-2 flex flex-col">
          <Choice
            name="introduction"
            label="Today’s introduction"
            hint={`Once a day, after midnight UTC${atOwnMidnight(clock, style)}, and in its last hour. Where no device is notified: one e-mail in the morning, which names nobody.`}
            isOn={settings.introduction && (hasDevice || reminders === true)}
          />
          <Choice
            name="message"
            label="Messages"
            hint="Who wrote, never what. Once, until you have read it. And the sealed address, when it opens."
            isOn={settings.message}
          />
          <p className="py-3.5">
            <span className="block font-medium">Your account</span>
            <span className="block text-ink-muted text-sm">
              Decisions, answers to your reports, a new password or address: always.
            </span>
          </p>
        </div>
      </Section>
      <div className="flex flex-wrap gap-3 border-rule border-t pt-6">
        <Button type="submit" pending={form.isBusy}>
          Save
        </Button>
        <LinkButton to="/settings" variant="secondary">
          Back to Account
        </LinkButton>
      </div>
    </Form>
  );
}

function atOwnMidnight(clock: MemberClock, style: RegionStyle): string {
  const midnight = nextMidnightUtc(Date.now());
  const isOther = clockOffset(clock, midnight) !== 0;
  return isOther ? `, ${clockTime(clock, midnight, style)} your time` : "";
}

interface ChoiceProps {
  name: string;
  label: string;
  hint: string;
  isOn: boolean;
}

function Choice({ name, label, hint, isOn }: ChoiceProps) {
  return (
    <label
      htmlFor={`choice-${name}`}
      className="flex min-h-11 cursor-pointer gap-4 border-rule border-b py-3.5 last:border-b-0"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span id={`hint-${name}`} className="block text-ink-muted text-sm">
          {hint}
        </span>
      </span>
      <input
        id={`choice-${name}`}
        type="checkbox"
        name={name}
        defaultChecked={isOn}
        aria-label={label}
        aria-describedby={`hint-${name}`}
        className="mt-1 size-5 shrink-0 accent-(--accent)"
      />
    </label>
  );
}
