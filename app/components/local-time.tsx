import { useRouteLoaderData } from "@remix-run/react";
import { formatClock, formatDate } from "~/app/lib/format-local";
import { DEFAULT_REGION_STYLE, type RegionStyle } from "~/core/shared/region-style";
import { useHydrated } from "./use-hydrated";

/** The style comes from the server, so that hydration renders the same text. */
export const useRegionStyle = (): RegionStyle =>
  useRouteLoaderData<{ regionStyle: RegionStyle }>("root")?.regionStyle ?? DEFAULT_REGION_STYLE;

interface LocalTimeProps {
  instant: string;
  withTime?: boolean;
}

/** Shows UTC until hydration, with 'UTC' after a time of day. */
export function LocalTime({ instant, withTime = false }: LocalTimeProps) {
  const zone = useHydrated() ? "local" : "utc";
  const style = useRegionStyle();
  const time = withTime ? `, ${formatClock(instant, zone, style)}` : "";
  return <time dateTime={instant}>{formatDate(instant, zone, style) + time}</time>;
}
