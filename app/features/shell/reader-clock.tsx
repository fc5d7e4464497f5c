import { useRegionStyle } from "~/app/components/local-time";
import { formatLongDate } from "~/app/lib/format-local";

/*
 * The server doesn't know the reader's clock. In the browser, `app/static-pages/reader-clock.ts` fills the elements
 * with `data-clock`.
 */

/** The reader's time at midnight UTC, for example '01:00'. Empty if that is the reader's midnight too. */
export function LocalMidnight({ before = ", which is ", after = " where you are" }) {
  return <span data-clock="midnight" data-before={before} data-after={after} />;
}

/** @param now the server's clock, in milliseconds since 1970 */
export function Dateline({ now }: { now: number }) {
  return <span data-clock="date">{formatLongDate(now, "utc", useRegionStyle())}</span>;
}
