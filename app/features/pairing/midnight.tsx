import { useRegionStyle } from "~/app/components/local-time";
import { useHydrated } from "~/app/components/use-hydrated";
import { formatClock, formatDayAhead } from "~/app/lib/format-local";
import { formatCountdown } from "~/core/shared/countdown";

/**
 * For example 'at 6:00 pm your time'. Without scripts, 'at 00:00 UTC'. On static pages,
 * `app/static-pages` fills in the reader's time.
 */
export function LocalMoment({ instant }: { instant: number }) {
  const hydrated = useHydrated();
  const style = useRegionStyle();
  return (
    <time
      dateTime={new Date(instant).toISOString()}
      data-clock="midnight"
      data-before="at "
      data-after=" your time"
    >
      {hydrated ? `at ${formatClock(instant, "local", style)} your time` : "at 00:00 UTC"}
    </time>
  );
}

/** For example 'Sunday, November 22, 6:00 pm your time'. @param date `YYYY-MM-DD`, in UTC */
export function MidnightOf({ date }: { date: string }) {
  const hydrated = useHydrated();
  const style = useRegionStyle();
  const zone = hydrated ? "local" : "utc";
  return (
    <time dateTime={date}>
      {formatDayAhead(date, zone, style)},{" "}
      {hydrated ? `${formatClock(date, zone, style)} your time` : "00:00 UTC"}
    </time>
  );
}

/**
 * For example 'in 5 hours, at 6:00 pm your time'. After the midnight, the hours are left out.
 * @param midnight milliseconds since 1970
 */
export function MidnightWords({ midnight, now }: { midnight: number; now: number }) {
  return (
    <>
      {now < midnight ? (
        <>
          <span data-clock="countdown">{formatCountdown(midnight - now)}</span>,{" "}
        </>
      ) : null}
      <LocalMoment instant={midnight} />
    </>
  );
}
