import { AbsenceWords, toObstacle } from "~/app/features/pairing/absence-words";
import { MidnightWords } from "~/app/features/pairing/midnight";
import { useForm } from "~/app/lib/form";
import type { AvailabilityDto } from "~/core/shared/contract";
import type { DrawState } from "~/core/shared/draw-state";
import { ABSENCE_WORDS } from "~/core/shared/draw-words";
import { BackWords, NextButton, PAUSE_FAILED, PAUSE_INTENT } from "./next-runs";

interface NextLineProps {
  availability: AvailabilityDto;
  state: DrawState;
  now: number;
  /** True if the page already says whether the member is in the next draw. */
  isSaid: boolean;
}

export function NextLine({ availability, state, now, isSaid }: NextLineProps) {
  const { absence, at } = state.next;
  useForm({ intent: PAUSE_INTENT, offline: PAUSE_FAILED, notifies: true });
  const obstacle = toObstacle(absence);
  if (obstacle) {
    return (
      <p className="text-ink-soft">
        <AbsenceWords absence={obstacle} />
      </p>
    );
  }
  return (
    <div
      aria-live="polite"
      className={`flex flex-wrap items-center gap-x-4 text-ink-muted text-sm ${isSaid ? "justify-center text-center" : ""}`}
    >
      {absence ? (
        <p>
          {isSaid ? null : `${ABSENCE_WORDS[absence]} `}
          <BackWords {...availability} />
        </p>
      ) : isSaid ? null : (
        // The words get longer at hydration. `basis-40` keeps the button in its place.
        <p className="grow basis-40">
          Next introduction <MidnightWords midnight={at} now={now} />
        </p>
      )}
      <NextButton
        absence={absence}
        path="/conversations"
        variant={absence && isSaid ? "primary" : "quiet"}
        className={isSaid ? "flex" : "-ms-4 flex"}
      />
    </div>
  );
}
