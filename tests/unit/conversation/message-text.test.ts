import { describe, expect, it } from "vitest";
import { isFewEmoji, isLetter } from "~/app/features/conversation/message-text";

describe("large emoji", () => {
  it.each(["🎉", "👩‍👩‍👧‍👦", "👍🏽", "🇵🇹", "❤️", "😀 😀 😀", "🏳️‍🌈"])(
    "a message of %s is shown large",
    (text) => {
      expect(isFewEmoji(text)).toBe(true);
    },
  );
  it.each(["", "ok 👍", "😀😀😀😀", "12", "#", "a", "🎉!", "👍".repeat(40)])(
    "a message of %j is not shown large",
    (text) => {
      expect(isFewEmoji(text)).toBe(false);
    },
  );
});

it("a message is a letter if it has 400 characters, 120 with an empty line, or 13 lines; empty lines in a row count as one", () => {
  expect(isLetter("x".repeat(399))).toBe(false);
  expect(isLetter("x".repeat(400))).toBe(true);
  expect(isLetter(`Dear Bo,\n\n${"x".repeat(110)}`)).toBe(true);
  expect(isLetter(Array.from({ length: 13 }, (_, i) => i).join("\n"))).toBe(true);
  expect(isLetter(`one${"\n".repeat(20)}two`)).toBe(false);
});
