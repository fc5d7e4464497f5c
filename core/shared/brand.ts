/** See docs/rules.md#brand. */
export const BRAND = {
  name: "Happenstance",
  tagline: "Daily random hookups",
  today: "Today's Happenstance",
  description:
    "Every midnight UTC you are introduced to one stranger. You have a day, and nothing but words.",
} as const;
