import { Form } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { Section } from "~/app/components/section";
import { useForm } from "~/app/lib/form";
import type { Appearance } from "~/core/shared/appearance";
import { FAILED, APPEARANCE_INTENT as INTENT } from "./forms";

const CHOICES = [
  {
    name: "theme",
    legend: "Colours",
    options: [
      ["system", "As on your device"],
      ["light", "Light"],
      ["dark", "Dark"],
    ],
  },
  {
    name: "size",
    legend: "Text size",
    options: [
      ["normal", "Normal"],
      ["large", "Large"],
      ["larger", "Larger"],
    ],
  },
  {
    name: "units",
    legend: "Dates and distances",
    options: [
      ["system", "As your browser’s region has them"],
      ["md12km", "November 25, 6:04 pm, 50 km"],
      ["md12mi", "November 25, 6:04 pm, 50 km (31 mi)"],
      ["dm12km", "25 November, 6:04 pm, 50 km"],
      ["dm24km", "25 November, 18:04, 50 km"],
      ["dm24mi", "25 November, 18:04, 50 km (31 mi)"],
    ],
  },
] as const;

/** The choice of colours, letter size, dates and distances for this browser. Works with scripts off. */
export function AppearanceForm({ appearance }: { appearance: Appearance }) {
  const { props, isBusy } = useForm({ intent: INTENT, offline: FAILED[INTENT], notifies: true });
  return (
    <Section id="appearance" title="Appearance in this browser" as="h3">
      <Form {...props} preventScrollReset className="mt-4 flex flex-col gap-5">
        <input type="hidden" name="intent" value={INTENT} />
        {CHOICES.map(({ name, legend, options }) => (
          <fieldset key={name}>
            <legend className="font-semibold text-sm">{legend}</legend>
            <div className="mt-1 flex flex-wrap gap-x-7">
              {options.map(([value, label]) => (
                <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2.5">
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    defaultChecked={appearance[name] === value}
                    className="size-5 shrink-0 accent-(--accent)"
                  />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <Button type="submit" variant="secondary" size="sm" className="self-start" pending={isBusy}>
          Save appearance
        </Button>
      </Form>
    </Section>
  );
}
