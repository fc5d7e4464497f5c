import type { AlertNews, AlertState } from "~/core/ports";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";

/** A reminder follows the last news after a day. Five minutes less, because the cron may be a little early. */
const REMINDER_MS = MS_PER_DAY - 5 * MS_PER_MINUTE;
/** Good looks in a row until a fact counts as good again, so that a fact at its limit gives no news every ten minutes. */
const GOOD_LOOKS = 2;

/**
 * The news of a fact after a look: when it turns bad, a reminder each day, and when it is good again.
 * @param previous null for a fact that was good
 * @param isBad null if the look could not decide; then nothing changes
 * @returns `next` null for a fact that is good; `news` null if there is none
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
