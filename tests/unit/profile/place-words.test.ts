import { expect, it } from "vitest";
import { placeWords } from "~/app/lib/format-profile";

it.each([
  ["São Paulo, São Paulo, Brazil", "São Paulo, Brazil"],
  ["Berlin, Berlin, Germany", "Berlin, Germany"],
  ["Potsdam, Brandenburg, Germany", "Potsdam, Brandenburg, Germany"],
  ["Singapore, Singapore", "Singapore, Singapore"],
  ["by the river", "by the river"],
  ["", ""],
])("a place that is stored as %j is shown as %j", (stored, shown) => {
  expect(placeWords(stored)).toBe(shown);
});
