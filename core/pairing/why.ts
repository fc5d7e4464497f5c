import type { Viewer } from "~/core/auth/viewer";
import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import type { WhyNoMatchDto } from "~/core/shared/dto";
import { findDayOff } from "~/db/queries/day-offs";
import { countExclusions } from "./exclusions";

/** A smaller count is not told: nobody can be found by it. */
const SMALLEST_COUNT_TOLD = 5;
export const FEWER = `fewer than ${SMALLEST_COUNT_TOLD}`;

const tell = (count: number): number | string => (count < SMALLEST_COUNT_TOLD ? FEWER : count);

/**
 * 'Why no match today': how many members each of the viewer's own preferences excluded from today's
 * run, and how many passed them all but themselves look for somebody else. Null where today's run
 * did not leave the viewer out.
 */
export async function explainToday(deps: Deps, viewer: Viewer): Promise<WhyNoMatchDto> {
  const now = deps.clock.now();
  const { paired, dayOff } = await findDayOff(deps.db, {
    memberId: viewer.memberId,
    today: toUtcDate(now),
    now,
  });
  const exclusions = dayOff && !paired ? countExclusions(dayOff) : null;
  if (!exclusions) return { paired, considered: null, excludedBy: null };
  const { considered, gender, age, distance, theirPreferences } = exclusions;
  return {
    paired: false,
    considered: tell(considered),
    excludedBy: {
      gender: tell(gender),
      age: tell(age),
      distance: tell(distance),
      theirPreferences: tell(theirPreferences),
    },
  };
}
