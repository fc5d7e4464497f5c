import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY } from "~/core/shared/constants";
import type { AvailabilityDto } from "~/core/shared/contract";
import type { AvailabilityColumns } from "~/db/notices/availability";

export interface Availability extends AvailabilityDto {
  /** Whether today's run left the viewer out because they had been away. The next run includes them again. */
  isBack: boolean;
}

export function toAvailability(row: AvailabilityColumns, now: number): Availability {
  const today = toUtcDate(now);
  const { paused_from: from, paused_until: until, absence_told_on: toldOn } = row;
  const isOver = until !== null && until <= today;
  const pause = from === null || isOver ? { from: null, until: null } : { from, until };
  const seenOn = row.last_seen_on ?? today;
  const isBack = toldOn !== null && toldOn < today && (seenOn <= toldOn || seenOn === today);
  return { paused: pause.from !== null, ...pause, isBack };
}

export const dateAfter = (now: number, days: number) => toUtcDate(now + days * MS_PER_DAY);
