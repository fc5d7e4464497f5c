/** The colours of all pages; 'system' uses the device's own choice. */
export const THEMES = ["system", "light", "dark"] as const;
/** The size of all letters, relative to the browser's setting. */
export const TEXT_SIZES = ["normal", "large", "larger"] as const;
/**
 * The style of dates, hours and distances: order of day and month, 12 or 24 hours, kilometres only or with miles.
 * 'system' uses the style of the browser's region.
 */
export const UNITS = ["system", "md12km", "md12mi", "dm12km", "dm24km", "dm24mi"] as const;

export interface Appearance {
  theme: (typeof THEMES)[number];
  size: (typeof TEXT_SIZES)[number];
  units: (typeof UNITS)[number];
}

export const DEFAULT_APPEARANCE: Appearance = { theme: "system", size: "normal", units: "system" };
