import { useRegionStyle } from "~/app/components/local-time";
import { formatLongDate } from "~/app/lib/format-local";

/* Text of a public page by the reader's clock. The server doesn't know that clock, so it renders
   the parts that are true everywhere. `app/island/reader-clock.ts` fills the elements that have
   `data-clock`. */

/**
 * The reader's time at midnight UTC, such as '01:00', between `before` and `after`. Empty if it is
 * midnight for the reader too.
 * @param props.isPlain keeps the weight of the text around it, for headings, whose typeface has no
 * bold
 */
export function LocalMidnight({
  before = ", which is ",
  after = " where you are",
  isPlain = false,
}) {
  const look = isPlain ? undefined : "font-semibold text-ink";
  return <span data-clock="midnight" data-before={before} data-after={after} data-look={look} />;
}

/** Today's date. @param now the server's clock, milliseconds since 1970 */
export function Dateline({ now }: { now: number }) {
  return <span data-clock="date">{formatLongDate(now, "utc", useRegionStyle())}</span>;
}
