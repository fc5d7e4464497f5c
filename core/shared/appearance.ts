/** The colours of all pages; 'system' is the device's own choice. */
export const THEMES = ["system", "light", "dark"] as const;
/** The size of all letters, beside what the browser is set to. */
export const TEXT_SIZES = ["normal", "large", "larger"] as const;
/**
 * The writing of dates, hours and distances: the order of day and month, the hours of the clock, kilometres alone or
 * with miles; 'system' is as the browser's region has it.
 */
export const UNITS = ["system", "md12km", "md12mi", "dm12km", "dm24km", "dm24mi"] as const;

export interface Appearance {
  theme: (typeof THEMES)[number];
  size: (typeof TEXT_SIZES)[number];
  units: (typeof UNITS)[number];
}

export const DEFAULT_APPEARANCE: Appearance = { theme: "system", size: "normal", units: "system" };
