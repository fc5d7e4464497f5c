import { useRegionStyle } from "~/app/components/use-region-style";
import { formatLongDate } from "~/app/lib/format-local";

/*
 * Text of a public page by the reader's clock. The server doesn't know that clock, so it renders what is true everywhere, and `app/island/reader-clock.ts` puts the rest into the elements that carry `data-clock`.
 */

/**
 * The reader's time at midnight UTC, such as '01:00', between `before` and `after`. Nothing if it is midnight for the reader too.
 * @param props.isPlain without weight of its own: in a heading, whose face has no bold
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

/** 'Morning edition' at eight in the morning. */
export function Edition() {
  return <span data-clock="edition">Daily edition</span>;
}
