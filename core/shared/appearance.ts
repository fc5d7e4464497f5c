/** The colours of all pages; 'system' uses the device's own choice. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
