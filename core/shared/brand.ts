/** docs/rules.md#brand */
export const BRAND = {
  name: "Happenstance",
  tagline: "Daily random hookups",
  today: "Today's Happenstance",
  definition: {
    word: "happenstance",
    partOfSpeech: "noun",
    meaning: "a circumstance that is due to chance",
  },
  description:
    "Every midnight UTC you are introduced to one stranger. You have a day, and nothing but words.",
} as const;

export function pageTitle(page: string): string {
  return `${page} · ${BRAND.name}`;
}
