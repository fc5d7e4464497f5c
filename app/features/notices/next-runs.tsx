import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, type ButtonLook } from "~/app/components/button";
import { TextField } from "~/app/components/text-field";
import { AbsenceWords, toObstacle } from "~/app/features/pairing/absence-words";
import { LocalMoment, MidnightOf } from "~/app/features/pairing/midnight";
import { type FormState, useForm } from "~/app/lib/form";
import { useFocusAfter } from "~/app/lib/use-focus-after";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, PAUSE_MAX_DAYS } from "~/core/shared/constants";
import type { AvailabilityDto } from "~/core/shared/contract";
import type { Absence, DrawState } from "~/core/shared/draw-state";
import { ABSENCE_WORDS, dayWords, nextWords, waitWords } from "~/core/shared/draw-words";

export const PAUSE_INTENT = "availability";
export const PAUSE_FAILED = "Failed to change your pause";
const NEXT_BUTTON = "next-run";

interface NextRunsProps {
  availability: AvailabilityDto;
  state: DrawState;
  path: string;
}

export function NextRuns({ availability, state, path }: NextRunsProps) {
  const { absence, date } = state.next;
  const form = useForm({ intent: PAUSE_INTENT, offline: PAUSE_FAILED, notifies: true });
  const obstacle = toObstacle(absence);
  if (state.today.is === "drawing") {
    return <p className="mt-4 max-w-measure text-ink-soft">{dayWords(state)}</p>;
  }
  if (obstacle) {
    return (
      <p className="mt-4 max-w-measure text-ink-soft">
        <AbsenceWords absence={obstacle} />
      </p>
    );
  }
  return (
    <div aria-live="polite" className="mt-4 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-measure text-ink-soft">
          {absence ? (
            <>
              {ABSENCE_WORDS[absence]} <BackWords {...availability} /> Your place is kept.
            </>
          ) : (
            <>
              {nextWords(state)} It comes on <MidnightOf date={date} />.
            </>
          )}
        </p>
        <NextButton absence={absence} path={path} className="flex" />
      </div>
      {absence ? null : <LongerPause {...{ state, path, form }} />}
    </div>
  );
}

/** For a page that shows nothing else about today's draw. */
export function DayBefore({ state }: { state: DrawState }) {
  const words = [state.today.is === "drawing" ? null : dayWords(state), waitWords(state)];
  const said = words.filter(Boolean).join(" ");
  return said ? <p className="mt-4 max-w-measure text-ink-soft">{said}</p> : null;
}

export function BackWords({ until }: Pick<AvailabilityDto, "until">) {
  if (until === null) return <>It ends when you come back.</>;
  return (
    <>
      You are back on <MidnightOf date={until} />.
    </>
  );
}

type LongerPauseProps = Pick<NextRunsProps, "state" | "path"> & { form: FormState };

function LongerPause({ state, path, form }: LongerPauseProps) {
  const { at } = state.next;
  const until = form.bind("until");
  return (
    <details open={until.errors ? true : undefined}>
      <summary className="text-link min-h-11 w-fit cursor-pointer py-2.5 font-medium decoration-rule-strong">
        Pause
      </summary>
      <PauseForm form={form} path={path} className="mt-2 flex max-w-md flex-col gap-4">
        <TextField
          type="date"
          label="First day back"
          hint={
            <>
              A day begins <LocalMoment instant={at} />.
              {state.today.is === "paired" ? " Your conversation of today goes on." : null}
            </>
          }
          min={toUtcDate(at + MS_PER_DAY)}
          max={toUtcDate(at + (PAUSE_MAX_DAYS - 1) * MS_PER_DAY)}
          {...until}
        />
        <div className="flex flex-wrap gap-3">
          <PauseButton pause="until">Pause until that day</PauseButton>
          <PauseButton pause="open">Pause until I come back</PauseButton>
        </div>
      </PauseForm>
    </details>
  );
}

interface NextButtonProps extends Pick<ButtonLook, "variant"> {
  absence: Absence | null;
  path: string;
  className: string;
}

/** One element for all states, so that the button keeps the focus. */
export function NextButton({ absence, variant, ...form }: NextButtonProps) {
  useFocusAfter(absence ?? "", NEXT_BUTTON);
  return (
    <PauseForm {...form}>
      <PauseButton id={NEXT_BUTTON} pause={absence ? "none" : "tomorrow"} variant={variant}>
        {absence ? "Come back" : "Sit out"}
      </PauseButton>
    </PauseForm>
  );
}

interface PauseFormProps {
  form?: FormState;
  path: string;
  className: string;
  children: ReactNode;
}

function PauseForm({ form, path, className, children }: PauseFormProps) {
  return (
    <Form
      {...form?.props}
      method="post"
      action={path}
      preventScrollReset
      noValidate
      className={className}
    >
      <input type="hidden" name="intent" value={PAUSE_INTENT} />
      {children}
    </Form>
  );
}

interface PauseButtonProps extends ButtonLook {
  id?: string;
  pause: "none" | "tomorrow" | "until" | "open";
  children: ReactNode;
}

function PauseButton({ pause, variant, ...rest }: PauseButtonProps) {
  const { formData } = useNavigation();
  return (
    <Button
      type="submit"
      name="pause"
      value={pause}
      variant={variant ?? (pause === "none" ? "primary" : "secondary")}
      size="sm"
      pending={formData?.get("pause") === pause}
      {...rest}
    />
  );
}
