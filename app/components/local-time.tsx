import { formatClock, formatDate } from "~/app/lib/format-local";
import { useHydrated } from "./use-hydrated";

interface LocalTimeProps {
  /** An instant, ISO 8601. */
  instant: string;
  /** With the time of day besides the date. */
  withTime?: boolean;
}

/** An instant in the reader's own zone; in UTC, and saying so beside a time, until scripts know that zone. */
export function LocalTime({ instant, withTime = false }: LocalTimeProps) {
  const zone = useHydrated() ? "local" : "utc";
  const time = withTime ? `, ${formatClock(instant, zone)}` : "";
  return <time dateTime={instant}>{formatDate(instant, zone) + time}</time>;
}
