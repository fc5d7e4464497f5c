import type { DrawState } from "~/core/shared/draw-state";
import { nextWords } from "~/core/shared/draw-words";
import { AbsenceWords } from "./absence-words";
import { MidnightWords } from "./midnight";

/** The sentence on whether the member is in the next draw, and when it is. @param props.now milliseconds since 1970 */
export function NextWords({ state, now }: { state: DrawState; now: number }) {
  const { absence, at } = state.next;
  if (absence !== null) return <AbsenceWords absence={absence} />;
  return (
    <>
      {nextWords(state)} It is <MidnightWords midnight={at} now={now} />.
    </>
  );
}
