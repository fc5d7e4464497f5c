import { Form } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { SelectField } from "~/app/components/select-field";
import { TextareaField, TextField } from "~/app/components/text-field";
import { type Fields, useForm } from "~/app/lib/form";
import type { ReportReason } from "~/core/shared/constants";
import { SUSPENSION_MAX_DAYS } from "~/core/shared/constants";
import { DECIDE_FAILED, DECIDE_INTENT } from "./decision";
import { LIFT_TEXT, quoteIn, START_TEXTS, startFrom, startTextOf } from "./start-texts";

interface Kind {
  key: number;
  value: string;
  label: string;
  submit: string;
}

const OUTCOMES: Kind[] = [
  { key: 1, value: "no_breach", label: "No breach", submit: "Resolve: no breach" },
  { key: 5, value: "acted", label: "Acted on already", submit: "Resolve: acted on already" },
];
const ACTIONS: Kind[] = [
  { key: 2, value: "warn", label: "Warn", submit: "Warn" },
  { key: 3, value: "suspend", label: "Suspend", submit: "Suspend" },
  { key: 4, value: "ban", label: "Ban", submit: "Ban" },
];
const LIFT: Kind = { key: 6, value: "lift", label: "Lift", submit: "Lift what is in force" };

interface DecisionFormProps {
  action: string;
  report?: {
    reason: ReportReason;
    note: string | null;
    quote: string | undefined;
    isActedOn: boolean;
  };
  isBarred: boolean;
  /** True if the account is deleted, so that a ban is the only possible action. */
  isDeleted?: boolean;
}

export const DECISION_FORM_ID = "decide";

/** CSS shows the fields of the chosen kind, so that the form works without scripts. */
export function DecisionForm({ action, report, isBarred, isDeleted = false }: DecisionFormProps) {
  const form = useForm({ intent: DECIDE_INTENT, offline: DECIDE_FAILED });
  const [kind, setKind] = useState(form.typed("kind") ?? "");
  const kinds = [
    ...OUTCOMES.filter(({ value }) => report && (value === "no_breach" || report.isActedOn)),
    ...ACTIONS.filter(({ value }) => !isDeleted || value === "ban"),
    ...(isBarred && !isDeleted ? [LIFT] : []),
  ].sort((one, other) => one.key - other.key);
  const start = startTextOf(report?.reason ?? "harassment");
  const fill = (element: HTMLFormElement | null, text: string | undefined) =>
    startFrom(element, text && quoteIn(text, report?.quote));
  function choose(element: HTMLFormElement | null, next: string) {
    setKind(next);
    const reason = element?.elements.namedItem("reason");
    if (!(reason instanceof HTMLSelectElement) || (kind === "lift") === (next === "lift")) return;
    const { value, text } = next === "lift" ? LIFT_TEXT : start;
    reason.value = value;
    fill(element, text);
  }
  const chosen = kinds.find(({ value }) => value === kind);
  const isAction = chosen !== undefined && !OUTCOMES.includes(chosen);
  return (
    <Form
      {...form.props}
      id={DECISION_FORM_ID}
      action={action}
      className="group flex flex-col gap-4"
    >
      <input type="hidden" name="intent" value={DECIDE_INTENT} />
      <FormError error={form.errors[""]} />
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">Decision</legend>
        {kinds.map(({ key, value, label }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name="kind"
              value={value}
              defaultChecked={kind === value}
              data-key={key}
              onChange={({ currentTarget }) => choose(currentTarget.form, value)}
              className="size-5 shrink-0 accent-(--accent)"
            />
            {label}
            <kbd aria-hidden className="hidden text-ink-muted text-xs lg:inline">
              {key}
            </kbd>
          </label>
        ))}
      </fieldset>
      <div className="hidden flex-col gap-4 group-has-[:is([value=warn],[value=suspend],[value=ban],[value=lift]):checked]:flex">
        <div className="flex flex-wrap gap-4">
          <SelectField
            label="Reason"
            options={START_TEXTS}
            {...form.bind("reason")}
            defaultValue={form.typed("reason") ?? start.value}
            onChange={({ currentTarget: { form: element, value } }) =>
              fill(element, START_TEXTS.find((one) => one.value === value)?.text)
            }
            className="flex-1 basis-48"
          />
          <TextField
            label="Days"
            {...form.bind("days")}
            type="number"
            min={1}
            max={SUSPENSION_MAX_DAYS}
            defaultValue={form.typed("days") ?? 7}
            className="hidden w-28 group-has-[[value=suspend]:checked]:flex"
          />
        </div>
        <TextareaField
          label="To the member"
          {...form.bind("text")}
          defaultValue={form.typed("text") ?? quoteIn(start.text, report?.quote)}
          rows={3}
        />
      </div>
      <TextareaField
        label="Note for admins"
        rows={1}
        {...form.bind("note")}
        defaultValue={form.typed("note") ?? report?.note ?? ""}
        className="hidden group-has-[:checked]:flex"
      />
      <Button
        type="submit"
        variant={kind === "suspend" || kind === "ban" ? "danger" : "primary"}
        className="self-start"
        pending={form.isBusy}
      >
        {chosen ? `${chosen.submit}${isAction && report ? " and resolve" : ""}` : "Decide"}
      </Button>
    </Form>
  );
}

/**
 * The field `reason` has the value of a ready-made text, for example `spam.3` for the reason `spam`. Only a suspension
 * has days.
 */
export const toAction = ({ kind = "", days, reason, ...fields }: Fields) => ({
  ...fields,
  kind,
  reason: String(reason).split(".")[0],
  ...(kind === "suspend" && { days: Number(days) }),
});
