import { expect, it } from "vitest";
import { isolate } from "~/core/shared/isolate";

it.each([
  ["Ada Lantern", "Ada Lantern"],
  ["", ""],
  ["Zoë 李", "Zoë 李"],
  ["דנה", "\u2068דנה\u2069"],
  ["سارة (1990)", "\u2068سارة (1990)\u2069"],
  ["Sara سارة", "\u2068Sara سارة\u2069"],
])("only a text with right-to-left letters is isolated: %s", (text, isolated) => {
  expect(isolate(text)).toBe(isolated);
});
