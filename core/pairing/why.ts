import type { Viewer } from "~/core/auth/viewer";
import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { FEWER_THAN_MINIMUM, MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import type { DisclosedCount, WhyNoMatchDto } from "~/core/shared/contract";
import { findDayOff } from "~/db/queries/day-offs";
import { countExclusions } from "./exclusions";

const disclose = (count: number): DisclosedCount =>
  count < MIN_DISCLOSED_COUNT ? FEWER_THAN_MINIMUM : count;

/**
 * 'Why no match today': how many members each of the viewer's own preferences excluded from today's
 * run, and how many passed them all but exclude the viewer by their own. Null where today's run
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
    considered: disclose(considered),
    excludedBy: {
      gender: disclose(gender),
      age: disclose(age),
      distance: disclose(distance),
      theirPreferences: disclose(theirPreferences),
    },
  };
}
