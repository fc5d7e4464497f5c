import type { FetcherWithComponents } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { SelectField } from "~/app/components/select-field";
import { TextareaField, TextField } from "~/app/components/text-field";
import { useHydrated } from "~/app/components/use-hydrated";
import type { FormAnswer, FormState } from "~/app/lib/form";
import {
  ACTION_TEXT_MAX_LENGTH,
  ADMIN_NOTE_MAX_LENGTH,
  type ReportReason,
  SUSPENSION_MAX_DAYS,
} from "~/core/shared/constants";
import { REASON_OPTIONS } from "./action-words";
import { DECIDE_INTENT } from "./decision";
import { startFrom, startTextsOf } from "./start-texts";

const ACTIONS = [
  { value: "warn", label: "Warn" },
  { value: "suspend", label: "Suspend" },
  { value: "ban", label: "Ban" },
];
const NONE = { value: "none", label: "No breach found" };
const LIFT = { value: "lift", label: "Lift what is in force" };

const SUBMITS: Record<string, string> = {
  none: "Resolve: no breach",
  warn: "Warn",
  suspend: "Suspend",
  ban: "Ban",
  lift: "Lift",
};

const ACTS = new Set([...ACTIONS, LIFT].map(({ value }) => value));
/** Decisions that take nothing away from the member. Only these get a filled button, so a destructive one never does. */
const FILLED = new Set(["none", "lift"]);

interface DecisionFormProps {
  form: FormState;
  fetcher: FetcherWithComponents<FormAnswer>;
  /** The path that the form posts to. */
  action: string;
  /** The reason of the report, on a report's page. */
  reportReason?: ReportReason;
  /** Whether a suspension or ban is in force. */
  isBarred: boolean;
  /** The account is deleted, so the only possible decision is a ban. */
  isDeleted?: boolean;
  note?: string | null;
}

/** Warns, suspends, bans or lifts. On a report's page each of these resolves the report, as 'no breach' does. */
export function DecisionForm(props: DecisionFormProps) {
  const { form, fetcher, action, reportReason, isBarred, isDeleted = false, note } = props;
  const isCase = reportReason !== undefined;
  const options = [
    ...(isCase ? [NONE] : []),
    ...ACTIONS.filter(({ value }) => !isDeleted || value === "ban"),
    ...(isBarred && !isDeleted ? [LIFT] : []),
  ];
  // No decision is preselected.
  const [kind, setKind] = useState(form.typed("kind") ?? "");
  const [reason, setReason] = useState<string>(
    form.typed("reason") ?? reportReason ?? REASON_OPTIONS[0]?.value ?? "",
  );
  const isHydrated = useHydrated();
  // All fields are shown without scripts, because the form can't follow the choice.
  const isAction = isHydrated ? kind !== "" && kind !== "none" : true;
  const starts = startTextsOf(kind, reason);
  return (
    <fetcher.Form {...form.props} action={action} className="flex flex-col gap-5">
      <input type="hidden" name="intent" value={DECIDE_INTENT} />
      <FormError error={form.errors[""]} />
      <KindFields {...{ form, kind, setKind, options, isAction, reason, setReason }} />
      {starts.length > 0 ? (
        <SelectField
          key={`${kind} ${reason}`}
          label="Start from a text"
          name="start"
          placeholder="Write your own"
          options={starts.map(({ label }, i) => ({ value: String(i), label }))}
          onChange={(event) => startFrom(event.currentTarget, starts)}
        />
      ) : null}
      {isAction ? (
        <TextareaField
          label="To the member"
          {...form.bind("text")}
          rows={3}
          hint={`What was decided and on what facts, in plain words. Up to ${ACTION_TEXT_MAX_LENGTH.toLocaleString("en")} characters.`}
        />
      ) : null}
      <TextareaField
        label="Note"
        rows={2}
        {...form.bind("note")}
        defaultValue={form.typed("note") ?? note ?? ""}
        hint={`For admins only. Up to ${ADMIN_NOTE_MAX_LENGTH.toLocaleString("en")} characters.`}
      />
      <div>
        <Button
          type="submit"
          variant={FILLED.has(kind) ? "primary" : "secondary"}
          pending={form.isBusy}
        >
          {isCase && ACTS.has(kind) ? `${SUBMITS[kind]} and resolve` : (SUBMITS[kind] ?? "Decide")}
        </Button>
      </div>
    </fetcher.Form>
  );
}

interface KindFieldsProps {
  form: FormState;
  kind: string;
  setKind: (kind: string) => void;
  options: { value: string; label: string }[];
  /** True if the decision takes something away or gives it back. It then needs a reason. */
  isAction: boolean;
  reason: string;
  setReason: (reason: string) => void;
}

/** The decision, its reason, and the days of a suspension. All fields are shown without scripts. */
function KindFields(props: KindFieldsProps) {
  const { form, kind, setKind, options, isAction, reason, setReason } = props;
  const isHydrated = useHydrated();
  const controlled = (name: string) => ({ ...form.bind(name), defaultValue: undefined });
  return (
    <div className="flex flex-wrap gap-4">
      <SelectField
        id="decision-kind"
        label="Decision"
        placeholder="Choose a decision"
        options={options}
        {...controlled("kind")}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
        className="flex-1 basis-48"
      />
      {isAction ? (
        <SelectField
          label="Reason"
          options={REASON_OPTIONS}
          {...controlled("reason")}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="flex-1 basis-48"
        />
      ) : null}
      {kind === "suspend" || !isHydrated ? (
        <TextField
          label="Days"
          {...form.bind("days")}
          type="number"
          min={1}
          max={SUSPENSION_MAX_DAYS}
          defaultValue={form.typed("days") ?? 7}
          className="w-28"
        />
      ) : null}
    </div>
  );
}
