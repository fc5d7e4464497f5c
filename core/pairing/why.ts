import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { FEWER_THAN_MINIMUM, MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import type { DisclosedCount, WhyNoMatchDto } from "~/core/shared/contract";
import { findDayOff } from "~/db/pairing/day-offs";
import { estimateExclusions } from "./exclusions";

const tell = (count: number, isTold: boolean): DisclosedCount =>
  isTold ? count : FEWER_THAN_MINIMUM;

/** Rounded, so that subtracting another shown count doesn't give the exact rest. At least 10. */
const roundToTens = (count: number) => Math.max(10, Math.round(count / 10) * 10);

export async function explainToday(deps: Deps, viewer: Viewer): Promise<WhyNoMatchDto> {
  const now = deps.clock.now();
  const { paired, dayOff } = await findDayOff(deps.db, {
    memberId: viewer.memberId,
    today: toUtcDate(now),
    now,
  });
  const exclusions = dayOff && !paired ? estimateExclusions(dayOff) : null;
  if (!exclusions) return { paired, considered: null, excludedBy: null };
  const { considered, gender, age, distance, theirPreferences } = exclusions;
  const isMany = (count: number) => count >= MIN_DISCLOSED_COUNT;
  // A count is also hidden if `considered - count` is small, because anyone could compute that difference.
  const disclose = (count: number) => tell(count, isMany(count) && isMany(considered - count));
  return {
    paired: false,
    considered: tell(roundToTens(considered), isMany(considered)),
    excludedBy: {
      gender: disclose(gender),
      age: disclose(age),
      distance: disclose(distance),
      theirPreferences: disclose(theirPreferences),
    },
  };
}
