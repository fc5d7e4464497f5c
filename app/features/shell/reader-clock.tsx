import { useRegionStyle } from "~/app/components/local-time";
import { formatLongDate } from "~/app/lib/format-local";

/*
 * The server doesn't know the reader's clock. `app/static-pages/reader-clock.ts` fills the elements that have `data-clock`.
 */

/**
 * The reader's time at midnight UTC, such as '01:00'. Empty if it is midnight for the reader too.
 * @param props.isPlain for headings, whose typeface has no bold
 */
export function LocalMidnight({
  before = ", which is ",
  after = " where you are",
  isPlain = false,
}) {
  const look = isPlain ? undefined : "font-semibold text-ink";
  return <span data-clock="midnight" data-before={before} data-after={after} data-look={look} />;
}

/** @param now the server's clock, milliseconds since 1970 */
export function Dateline({ now }: { now: number }) {
  return <span data-clock="date">{formatLongDate(now, "utc", useRegionStyle())}</span>;
}
