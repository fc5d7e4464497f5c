import type { AlertNews, AlertState } from "~/core/ports";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";

/** A reminder follows the last news by a day; the cron may be a little early. */
const REMINDER_MS = MS_PER_DAY - 5 * MS_PER_MINUTE;
/** Good looks in a row before a fact is well again, so that one at its border makes no news every ten minutes. */
const GOOD_LOOKS = 2;

/**
 * The news of a fact after a look: one when it turns bad, a reminder each day, and one when it is well again.
 * @param previous null for a fact that was well
 * @param isBad null if the look could not tell: nothing changes
 * @returns `next` null for a fact that is well; `news` null if there is none
 */
export function planAlert(
  previous: AlertState | null,
  isBad: boolean | null,
  now: number,
): { next: AlertState | null; news: AlertNews | null } {
  if (isBad === null) return { next: previous, news: null };
  if (previous === null) {
    return isBad
      ? { next: { since: now, toldAt: now, goodLooks: 0 }, news: "bad" }
      : { next: null, news: null };
  }
  if (!isBad) {
    const goodLooks = previous.goodLooks + 1;
    return goodLooks < GOOD_LOOKS
      ? { next: { ...previous, goodLooks }, news: null }
      : { next: null, news: "good" };
  }
  return now - previous.toldAt >= REMINDER_MS
    ? { next: { ...previous, toldAt: now, goodLooks: 0 }, news: "still_bad" }
    : { next: { ...previous, goodLooks: 0 }, news: null };
}
