import { expect, it } from "vitest";
import { isolate } from "~/core/shared/isolate";

it.each([
  ["Ada Lantern", "Ada Lantern"],
  ["", ""],
  ["Zoë 李", "Zoë 李"],
  ["דנה", "\u2068דנה\u2069"],
  ["سارة (1990)", "\u2068سارة (1990)\u2069"],
  ["Sara سارة", "\u2068Sara سارة\u2069"],
])("isolates a text from right to left, and leaves any other: %s", (text, isolated) => {
  expect(isolate(text)).toBe(isolated);
});
