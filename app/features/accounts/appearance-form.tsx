import { Form } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { useForm } from "~/app/lib/form";
import type { Theme } from "~/core/shared/appearance";
import { FAILED, APPEARANCE_INTENT as INTENT } from "./settings-forms";

const OPTIONS = [
  ["system", "As on your device"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

/** The choice of colours for this browser. Works with scripts off. */
export function AppearanceForm({ theme }: { theme: Theme }) {
  const { props, isBusy } = useForm({ intent: INTENT, offline: FAILED[INTENT], notifies: true });
  return (
    <Form {...props} preventScrollReset>
      <input type="hidden" name="intent" value={INTENT} />
      <fieldset className="flex flex-wrap gap-x-7">
        <legend className="sr-only">Colours</legend>
        {OPTIONS.map(([value, label]) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name="theme"
              value={value}
              defaultChecked={theme === value}
              className="size-5 shrink-0 accent-(--accent)"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="secondary" size="sm" className="mt-2" pending={isBusy}>
        Save colours
      </Button>
    </Form>
  );
}
