import { Button } from "~/app/components/button";
import { CONTROL_CLASSES, FieldFrame } from "~/app/components/field";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import type { SettingsIntent } from "~/app/features/settings/forms";
import { Form, useActionData } from "~/app/framework";
import { type ActionData, usePageForm } from "~/app/lib/action-data";
import type { OrError } from "~/app/lib/refusal.server";

export interface CalendarAnswer extends ActionData {
  /** The new address, shown once. */
  address?: string;
}

const MAKE_INTENT = "make-calendar" satisfies SettingsIntent;

/** The secret address of the member's calendar feed, for a calendar program. It is shown only once. */
export function CalendarLink({ calendar }: { calendar: OrError<{ since: number | null }> }) {
  const answer = useActionData<CalendarAnswer>();
  if ("error" in calendar) return null;
  const { since } = calendar;
  const address = answer?.intent === MAKE_INTENT && since !== null ? answer.address : undefined;
  return (
    <Section id="calendar" title="Calendar" as="h3">
      <p className="mt-4 max-w-measure text-ink-soft">
        Your introductions in your own calendar, at your own hour, without those you sit out. Anyone
        with the link sees when you take part, and nothing else.
      </p>
      {address ? <Address address={address} /> : null}
      {since !== null && !address ? (
        <p className="mt-3 text-ink-muted text-sm">
          You made a link on <LocalTime instant={new Date(since).toISOString()} />. It was shown
          then, and we don't keep it.
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <CalendarButton intent={MAKE_INTENT}>
          {since === null ? "Make a calendar link" : "Make a new link"}
        </CalendarButton>
        {since === null ? null : (
          <CalendarButton intent="end-calendar">Remove the link</CalendarButton>
        )}
      </div>
    </Section>
  );
}

function Address({ address }: { address: string }) {
  return (
    <FieldFrame
      label="Your calendar link"
      name="address"
      className="mt-4"
      hint="Copy it now: it is shown this once. A link from before no longer works."
    >
      {(control) => (
        <input
          {...control}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className={`${CONTROL_CLASSES} min-h-12`}
        />
      )}
    </FieldFrame>
  );
}

function CalendarButton({ intent, children }: { intent: SettingsIntent; children: string }) {
  const { isBusy } = usePageForm(intent);
  return (
    <Form method="post" action="/settings" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant="secondary" size="sm" pending={isBusy}>
        {children}
      </Button>
    </Form>
  );
}
