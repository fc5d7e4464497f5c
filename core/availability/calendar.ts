import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { digestToken } from "~/core/shared/digest-token";
import { isSatOut } from "~/core/shared/pauses";
import type { Viewer } from "~/core/viewer/viewer";
import {
  deleteCalendar,
  findCalendar,
  findCalendarPause,
  putCalendar,
} from "~/db/queries/calendars";

const CALENDAR_DAYS = 60;
const EVENT_MS = 15 * MS_PER_MINUTE;
/** The interval at which a calendar program should refresh. */
const REFRESH_MS = 12 * MS_PER_HOUR;

/** Whether the viewer has an address for their calendar, and since when. */
export async function readCalendar(
  deps: Deps,
  { memberId }: Viewer,
): Promise<{ since: number | null }> {
  return { since: await findCalendar(deps.db, memberId) };
}

/** Makes the secret address of the viewer's calendar; an earlier address becomes invalid. @returns its path, shown once */
export async function createCalendar(deps: Deps, { memberId }: Viewer): Promise<{ path: string }> {
  const token = deps.random.id();
  const tokenDigest = await digestToken(token);
  await putCalendar(deps.db, { memberId, tokenDigest, now: deps.clock.now() });
  return { path: `/calendar/${token}.ics` };
}

/** Ends the address of the viewer's calendar; no error when there was none. */
export async function removeCalendar(deps: Deps, { memberId }: Viewer): Promise<void> {
  await deleteCalendar(deps.db, memberId);
}

/**
 * The calendar behind an address: the coming midnights at which its member takes part, as iCalendar. It does not name
 * partners. Null for an unknown address, and while its member is suspended or banned.
 * @param origin of the links in it
 */
export async function renderCalendar(
  deps: Pick<Deps, "db" | "clock">,
  { token, origin }: { token: string; origin: string },
): Promise<string | null> {
  const now = deps.clock.now();
  const pause = await findCalendarPause(deps.db, { tokenDigest: await digestToken(token), now });
  if (!pause) return null;
  const calendar = ical({
    name: BRAND.name,
    prodId: { company: BRAND.name, product: "Introductions", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_MS / MS_PER_SECOND,
  });
  const first = nextMidnightUtc(now);
  for (let day = 0; day < CALENDAR_DAYS; day++) {
    const midnight = first + day * MS_PER_DAY;
    const date = toUtcDate(midnight);
    if (isSatOut(pause, date)) continue;
    calendar.createEvent({
      id: `introduction-${date}@${new URL(origin).hostname}`,
      start: new Date(midnight),
      end: new Date(midnight + EVENT_MS),
      stamp: new Date(first - MS_PER_DAY),
      summary: BRAND.today,
      description: "A new conversation for the day.",
      url: `${origin}/conversations`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
