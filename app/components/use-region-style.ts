import { useRouteLoaderData } from "~/app/framework";
import { DEFAULT_REGION_STYLE, type RegionStyle } from "~/core/shared/region-style";

/**
 * The style in which the reader's region writes dates, hours and distances. It comes from the server, so it is the same
 * before and after hydration.
 */
export const useRegionStyle = (): RegionStyle =>
  useRouteLoaderData<{ regionStyle: RegionStyle }>("root")?.regionStyle ?? DEFAULT_REGION_STYLE;
