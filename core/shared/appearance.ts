/** The colours of all pages; 'system' is the device's own choice. */
export const THEMES = ["system", "light", "dark"] as const;
/** The size of all letters, beside what the browser is set to. */
export const TEXT_SIZES = ["normal", "large", "larger"] as const;

export interface Appearance {
  theme: (typeof THEMES)[number];
  size: (typeof TEXT_SIZES)[number];
}

export const DEFAULT_APPEARANCE: Appearance = { theme: "system", size: "normal" };
