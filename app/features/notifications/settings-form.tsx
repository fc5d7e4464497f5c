import { Form } from "@remix-run/react";
import { Button, LinkButton } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { useRegionStyle } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { TextField } from "~/app/components/text-field";
import { type Fields, type FormState, useForm } from "~/app/lib/form";
import type { NotificationSettingsDto } from "~/core/shared/contract";
import { nextMidnightUtc } from "~/core/shared/countdown";
import type { NoticeKind } from "~/core/shared/notifications";
import type { RegionStyle } from "~/core/shared/region-style";
import { clockOffset, clockTime, type MemberClock, nameClock } from "~/core/shared/timezones";

export const SAVE_INTENT = "save";
export const FAILED = "The notifications could not be changed";

/** The kinds of notices, in the order of a day. */
const KINDS: { name: NoticeKind; label: string; hint: string }[] = [
  {
    name: "introduction",
    label: "Your introduction is here",
    hint: "Once a day, after midnight UTC",
  },
  { name: "message", label: "A message", hint: "Who wrote. Once, until you have read it." },
  { name: "last_hour", label: "The last hour", hint: "Before a conversation ends." },
  {
    name: "envelope",
    label: "A sealed address was opened",
    hint: "When you both left one. By e-mail where no device is notified.",
  },
  {
    name: "report_answer",
    label: "Answers to your reports",
    hint: "When we have looked at it.",
  },
  {
    name: "absence",
    label: "Before we pause you",
    hint: "After two weeks away.",
  },
  { name: "account", label: "Your account", hint: "A new password, a new address, a decision." },
];

const FLAGS = [...KINDS.map(({ name }) => name), "show_words", "reminders"] as const;

/** Converts the form for the service: a box that isn't ticked isn't sent, and an empty time is null. */
export function toSettings(fields: Fields): Record<string, unknown> {
  return {
    ...Object.fromEntries(FLAGS.map((name) => [name, name in fields])),
    quiet_from: fields.quiet_from ?? null,
    quiet_to: fields.quiet_to ?? null,
  };
}

interface SettingsFormProps {
  settings: NotificationSettingsDto;
  reminders: boolean | null;
  /** The clock by which the quiet hours are meant. */
  clock: MemberClock;
}

/** The choice of notices and the quiet hours. Works with scripts off. */
export function SettingsForm({ settings, reminders, clock }: SettingsFormProps) {
  const quiet = { quiet_from: settings.quiet_from ?? "", quiet_to: settings.quiet_to ?? "" };
  const form = useForm({ intent: SAVE_INTENT, offline: FAILED, initial: quiet });
  const style = useRegionStyle();
  return (
    <Form {...form.props} className="flex flex-col gap-10">
      <input type="hidden" name="intent" value={SAVE_INTENT} />
      <FormError error={form.errors[""]} />
      <Section id="kinds" title="Tell me about">
        <div className="mt-2 flex flex-col">
          {KINDS.map(({ name, label, hint }) => (
            <Choice
              key={name}
              name={name}
              label={label}
              hint={name === "introduction" ? `${hint}${atOwnMidnight(clock, style)}.` : hint}
              isOn={settings[name]}
            />
          ))}
        </div>
      </Section>
      <Section id="by-mail" title="By e-mail">
        <div className="mt-2">
          <Choice
            name="reminders"
            label="When an introduction waits"
            hint="One e-mail a day at most, in the morning, if no device is notified and you have not looked yet. It names nobody, and ends by itself after three without a visit."
            isOn={reminders === true}
          />
        </div>
      </Section>
      <Section id="words" title="On a locked screen">
        <div className="mt-2">
          <Choice
            name="show_words"
            label="Show the words of a message"
            hint="Anyone who sees your screen can read them."
            isOn={settings.show_words}
          />
        </div>
      </Section>
      <QuietHours {...{ clock, form }} />
      <div className="flex flex-wrap gap-3 border-rule border-t pt-8">
        <Button type="submit" pending={form.isBusy}>
          Save
        </Button>
        <LinkButton to="/settings" variant="secondary">
          Back to Settings
        </LinkButton>
      </div>
    </Form>
  );
}

function QuietHours({ clock, form }: { clock: MemberClock; form: FormState }) {
  return (
    <Section id="quiet" title="Quiet hours">
      <p className="mt-4 max-w-measure text-ink-soft">
        We hold notifications until quiet hours end. Times are in {nameClock(clock)}
        {clock.zone === null ? "" : ", as your device is set"}. Leave both empty to turn quiet hours
        off.
      </p>
      <div className="mt-4 flex max-w-md flex-wrap gap-4">
        {(
          [
            ["quiet_from", "From"],
            ["quiet_to", "Until"],
          ] as const
        ).map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            type="time"
            className="flex-1 basis-[8rem]"
            {...form.bind(name)}
          />
        ))}
      </div>
    </Section>
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
