import { useFetcher } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { ACCEPT_NEWCOMERS_INTENT, FAILED } from "./settings-forms";

/** Until when newer accounts are kept away from the member, and the button that ends it (docs/rules.md#newer-accounts). */
export function NewerAccounts({ until }: { until: string }) {
  const fetcher = useFetcher<FormAnswer>();
  const form = useForm({
    intent: ACCEPT_NEWCOMERS_INTENT,
    offline: FAILED[ACCEPT_NEWCOMERS_INTENT],
    fetcher,
    notifies: true,
  });
  return (
    <Section id="newer-accounts" title="Newer accounts">
      <p className="mt-4 max-w-measure text-ink-soft">
        Accounts newer than your wish are kept away from you until <LocalTime instant={until} />.
      </p>
      <fetcher.Form {...form.props} action="/settings" className="mt-4">
        <input type="hidden" name="intent" value={ACCEPT_NEWCOMERS_INTENT} />
        <Button type="submit" variant="secondary" size="sm" pending={form.isBusy}>
          Introduce me to newer accounts again
        </Button>
      </fetcher.Form>
    </Section>
  );
}
