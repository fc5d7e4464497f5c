import { formatClock, formatDate } from "~/app/lib/format-local";
import { useHydrated } from "./use-hydrated";
import { useRegionStyle } from "./use-region-style";

interface LocalTimeProps {
  /** An instant, ISO 8601. */
  instant: string;
  /** Shows the time of day besides the date. */
  withTime?: boolean;
}

/** An instant in the reader's own zone. Until scripts know that zone it is in UTC, and a time then has 'UTC' beside it. */
export function LocalTime({ instant, withTime = false }: LocalTimeProps) {
  const zone = useHydrated() ? "local" : "utc";
  const style = useRegionStyle();
  const time = withTime ? `, ${formatClock(instant, zone, style)}` : "";
  return <time dateTime={instant}>{formatDate(instant, zone, style) + time}</time>;
}
