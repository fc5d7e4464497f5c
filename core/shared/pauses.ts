/**
 * Dates of runs, `YYYY-MM-DD`. `from` is the first run that is sat out, null without a pause; `until` is the first run
 * after the pause, null until further notice.
 */
export interface PauseDates {
  from: string | null;
  until: string | null;
}

/** Whether a pause holds on a pairing date. */
export function isSatOut({ from, until }: PauseDates, date: string): boolean {
  return from !== null && from <= date && (until === null || until > date);
}
