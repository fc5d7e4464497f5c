import { useRegionStyle } from "~/app/components/local-time";
import { useHydrated } from "~/app/components/use-hydrated";
import { formatHour, formatNearestHour } from "~/app/lib/format-local";
import type { PartnerHours } from "~/core/conversation/partner-hours";
import { MS_PER_HOUR } from "~/core/shared/constants";

/** 12-hour in every region, like the times of the messages on the same page. */
const useRoomStyle = () => ({ ...useRegionStyle(), is24Hour: false });

export function HourThere({ aheadOfUtc, now }: { aheadOfUtc: number; now: number }) {
  const style = useRoomStyle();
  const hour = (Math.round(now / MS_PER_HOUR) + aheadOfUtc) % 24;
  return <>about {formatHour(hour, style)} there</>;
}

export function BothAwake({ hours, now }: { hours: PartnerHours; now: number }) {
  const zone = useHydrated() ? "local" : "utc";
  const style = useRoomStyle();
  const span = hours.together.find(({ until }) => until > now);
  if (span === undefined) return null;
  const isNow = span.from <= now;
  return (
    <p className="mt-1 text-ink-muted text-sm">
      Both awake {isNow ? "until" : "from"} about{" "}
      {formatNearestHour(isNow ? span.until : span.from, zone, style)}
    </p>
  );
}
