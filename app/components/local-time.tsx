import { useHydrated } from "./use-hydrated";

const DATE: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric" };
const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };

interface LocalTimeProps {
  /** An instant, ISO 8601. */
  instant: string;
  /** With the time of day besides the date. */
  withTime?: boolean;
}

/** An instant in the reader's own zone; in UTC, and saying so, until scripts know that zone. */
export function LocalTime({ instant, withTime = false }: LocalTimeProps) {
  const hydrated = useHydrated();
  const format = new Intl.DateTimeFormat("en-US", {
    ...DATE,
    ...(withTime ? TIME : {}),
    ...(hydrated ? {} : { timeZone: "UTC" }),
    ...(withTime && !hydrated ? { timeZoneName: "short" } : {}),
  });
  return <time dateTime={instant}>{format.format(new Date(instant))}</time>;
}
