import { useRegionStyle } from "~/app/components/local-time";
import { useHydrated } from "~/app/components/use-hydrated";
import { formatHour, formatNearestHour } from "~/app/lib/format-local";
import type { PartnerHours } from "~/core/conversation/partner-hours";
import { MS_PER_HOUR } from "~/core/shared/constants";

interface PartnerClockProps {
  hours: PartnerHours;
  now: number;
}

/** Like the messages' times, 12-hour in every region, so that the page has one style. */
const useRoomStyle = () => ({ ...useRegionStyle(), is24Hour: false });

/** The present hour at the partner's place, 'about 7 pm there'. */
export function HourThere({ hours: { aheadOfUtc }, now }: PartnerClockProps) {
  const style = useRoomStyle();
  if (aheadOfUtc === null) return null;
  const hour = (Math.round(now / MS_PER_HOUR) + aheadOfUtc) % 24;
  return <>about {formatHour(hour, style)} there</>;
}

export function BothAwake({ hours: { together }, now }: PartnerClockProps) {
  const zone = useHydrated() ? "local" : "utc";
  const style = useRoomStyle();
  const span = together.find(({ until }) => until > now);
  if (span === undefined) return null;
  const isNow = span.from <= now;
  return (
    <p className="mt-1 text-ink-muted text-sm">
      Both awake {isNow ? "until" : "from"} about{" "}
      {formatNearestHour(isNow ? span.until : span.from, zone, style)}
    </p>
  );
}
