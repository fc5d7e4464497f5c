import { useRouteLoaderData } from "~/app/framework";
import { DEFAULT_REGION_STYLE, type RegionStyle } from "~/core/shared/region-style";

/** How the reader's region writes dates, hours and distances: as the server said it, before and after hydration. */
export const useRegionStyle = (): RegionStyle =>
  useRouteLoaderData<{ regionStyle: RegionStyle }>("root")?.regionStyle ?? DEFAULT_REGION_STYLE;
