import { describe, expect, it } from "vitest";
import { dropQuote, splitQuote, toQuote } from "~/core/shared/quote";
import { measureLeastTime } from "~/tests/support/least-time";

describe("a quotation", () => {
  it.each([
    ["Hello", "> Hello\n"],
    ["Two\n\nlines", "> Two lines\n"],
    ["> of another\nand an answer", "> and an answer\n"],
    ["  spaced  out ", "> spaced out\n"],
    ["🎉".repeat(121), `> ${"🎉".repeat(119)}…\n`],
    ["a".repeat(120), `> ${"a".repeat(120)}\n`],
  ])("the quotation of %j is one line: %j", (content, quote) => {
    expect(toQuote(content)).toBe(quote);
  });

  it.each([
    ["> Hello\nYes", "Hello", "Yes"],
    ["> Hello\n> you\n\nYes\nno", "Hello\nyou", "Yes\nno"],
    // A quotation without an answer below it is the member's own text.
    ["> Hello", null, "> Hello"],
    ["> Hello\n", null, "> Hello\n"],
    [">_<\nYes", null, ">_<\nYes"],
    ["Yes\n> Hello", null, "Yes\n> Hello"],
  ])("splitQuote finds the quotation in %j, if there is one", (content, quote, words) => {
    expect(splitQuote(content)).toEqual({ quote, words });
  });

  it("dropQuote takes the quotation out of a draft, even if nothing else is left", () => {
    expect(dropQuote("> Hello\nYes")).toBe("Yes");
    expect(dropQuote("> Hello\n")).toBe("");
    expect(dropQuote("> Hello")).toBe("");
    expect(dropQuote("Yes\n> Hello")).toBe("Yes\n> Hello");
  });

  it("the quotation of a message of the greatest length is found within 100 ms", async () => {
    for (const content of ["> ".repeat(1000), "> \n".repeat(660), `> ${"\n".repeat(1990)}`]) {
      const { ms } = await measureLeastTime(100, async () => {
        splitQuote(content);
        toQuote(content);
        dropQuote(content);
      });
      expect(ms).toBeLessThan(100);
    }
  });
});
