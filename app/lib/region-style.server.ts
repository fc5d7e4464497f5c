import { DEFAULT_REGION_STYLE, type RegionStyle } from "~/core/shared/region-style";

/**
 * How dates, times and distances are written for the reader's region (docs/rules.md#region). Only the server uses
 * `Intl`, so that the first paint and hydration can't differ.
 * @param zone the reader's time zone; null if it isn't known
 */
export function readRegionStyle(request: Request, zone: string | null = null): RegionStyle {
  const region = regionOf(request.headers.get("accept-language") ?? "");
  if (region === null) return DEFAULT_REGION_STYLE;
  return { ...writtenIn(region), hasMiles: hasMiles(region, zone) };
}

/** The region of the browser's first language, or else that language's likely region, for example 'SE' for 'sv'. */
function regionOf(acceptLanguage: string): string | null {
  const [tag = ""] = acceptLanguage.split(/[,;]/, 1);
  try {
    return new Intl.Locale(tag.trim()).maximize().region ?? null;
  } catch {
    return null;
  }
}

/** A cache, because asking `Intl` takes a hundred times as long as a look-up. */
const WRITTEN = new Map<string, Pick<RegionStyle, "isDayFirst" | "is24Hour">>();

/** A region is two letters or three digits, so the cache stays small. */
function writtenIn(region: string): Pick<RegionStyle, "isDayFirst" | "is24Hour"> {
  const known = WRITTEN.get(region);
  if (known) return known;
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const format = new Intl.DateTimeFormat(`${language}-${region}`, {
    calendar: "gregory",
    day: "numeric",
    month: "long",
    hour: "numeric",
  });
  const parts = format.formatToParts(0).map(({ type }) => type);
  const written = {
    isDayFirst: parts.indexOf("day") < parts.indexOf("month"),
    is24Hour: format.resolvedOptions().hour12 === false,
  };
  WRITTEN.set(region, written);
  return written;
}

/** Regions with miles, besides 'US'. Browsers everywhere send 'en-US', so 'US' counts only with an American time zone. */
const MILES = ["GB", "LR", "MM"];
const ZONES_OF_THE_STATES =
  /^(?:US\/|Pacific\/Honolulu$|America\/(?:Indiana|Kentucky|North_Dakota)\/|America\/(?:Adak|Anchorage|Boise|Chicago|Denver|Detroit|Fort_Wayne|Indianapolis|Juneau|Los_Angeles|Louisville|Menominee|Metlakatla|New_York|Nome|Phoenix|Shiprock|Sitka|Yakutat)$)/;

function hasMiles(region: string, zone: string | null): boolean {
  return MILES.includes(region) || (region === "US" && ZONES_OF_THE_STATES.test(zone ?? ""));
}
