import { Form } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { Section } from "~/app/components/section";
import { HOME_FAILED, REMINDERS_INTENT as INTENT } from "~/app/features/pairing/forms";
import { useForm } from "~/app/lib/form";

/**
 * Asks once whether to send an e-mail on days when an introduction waits (docs/rules.md#reminders). It is a form, so it
 * needs no scripts.
 */
export function ReminderQuestion() {
  const { props, isBusy } = useForm({
    intent: INTENT,
    offline: HOME_FAILED[INTENT],
    notifies: true,
  });
  return (
    <Section id="reminders" title="Shall we write to you?">
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-measure text-ink-soft">
          One e-mail in the morning, on days when somebody waits for you here and you have not
          looked yet. It names nobody, and one click ends it.
        </p>
        <Form {...props} className="flex flex-wrap gap-3">
          <input type="hidden" name="intent" value={INTENT} />
          <Button type="submit" name="reminders" value="on" size="sm" disabled={isBusy}>
            Yes, write to me
          </Button>
          <Button
            type="submit"
            name="reminders"
            value="off"
            size="sm"
            variant="secondary"
            disabled={isBusy}
          >
            No, thanks
          </Button>
        </Form>
      </div>
    </Section>
  );
}
