import { AbsenceWords, NextWords } from "~/app/features/pairing/absence-words";
import { NextCard } from "~/app/features/pairing/next-card";
import { lastMidnightUtc } from "~/core/shared/countdown";
import { type DrawFacts, readDrawState } from "~/core/shared/draw-state";
import { dayWords } from "~/core/shared/draw-words";

export interface AfterDayProps {
  /** Milliseconds since 1970. */
  endedAt: number;
  /** True if the conversation ended while the member had its page open. */
  isJustOver: boolean;
  /** The day's number of messages; null if the page has not loaded all of them. */
  lines: number | null;
  draw: DrawFacts;
  now: number;
}

const HEAD = "rule-double order-first mb-1 pt-3 text-center font-serif text-2xl short:hidden";
const NEXT = "mb-2 text-center text-ink-soft";

export function AfterDay({ endedAt, isJustOver, lines, draw, now }: AfterDayProps) {
  const state = readDrawState(draw, now);
  if (state.today.is === "ended_early" && endedAt > lastMidnightUtc(now)) {
    return (
      <>
        <p className={HEAD}>{dayWords(state)}</p>
        <p className={NEXT}>
          <NextWords {...{ state, now }} />
        </p>
      </>
    );
  }
  if (!isJustOver) return null;
  // A millisecond before `endedAt`, the next draw was still the one at `endedAt`.
  const { absence } = readDrawState(draw, endedAt - 1).next;
  return (
    <>
      <p className={HEAD}>
        The day is over.
        {lines ? (
          <span className="text-ink-muted italic">
            {lines === 1 ? " It left one line." : ` It left ${lines} lines.`}
          </span>
        ) : null}
      </p>
      {absence === null ? (
        <NextCard endedAt={endedAt} />
      ) : (
        <p className={NEXT}>
          <AbsenceWords absence={absence} />
        </p>
      )}
    </>
  );
}
