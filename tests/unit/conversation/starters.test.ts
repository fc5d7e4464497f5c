import { expect, it } from "vitest";
import { chooseStarters, DECK } from "~/app/features/conversation/starters.server";
import { countCodePoints } from "~/core/shared/code-points";

it("the deck has at least 120 different questions of at most 90 characters", () => {
  expect(new Set(DECK).size).toBe(DECK.length);
  expect(DECK.length).toBeGreaterThanOrEqual(120);
  expect(DECK.filter((text) => countCodePoints(text) > 90)).toEqual([]);
});

it("both members get the same two questions, and each gets a third question about the other's bio", () => {
  const [one, two, aboutAda] = chooseStarters("a-conversation", "I restore old accordions.");
  const other = chooseStarters("a-conversation", "Hi! Night trains and blackcurrants.\nWhy not?");
  expect(other.slice(0, 2)).toEqual([one, two]);
  expect(aboutAda).toMatch(/^“I restore old accordions\.” \p{Lu}/u);
  expect(other[2]).toMatch(/^“Night trains and blackcurrants\.” \p{Lu}/u);
  expect(chooseStarters("a-conversation", "I restore old accordions.")).toEqual([
    one,
    two,
    aboutAda,
  ]);
});

it("if the bio has no sentence to quote, the third question comes from the deck, and all three differ", () => {
  for (let i = 0; i < 500; i++) {
    for (const bio of [
      null,
      "Hi!",
      "¯\\_(ツ)_/¯ 12345",
      "Good coffee",
      "What would you ask me first?",
      "x ".repeat(80),
    ]) {
      const starters = chooseStarters(`conversation-${i}`, bio);
      expect(new Set(starters).size).toBe(3);
      expect(DECK).toEqual(expect.arrayContaining(starters));
    }
  }
});

it("chooseStarters draws from the whole deck", () => {
  const drawn = new Set(
    Array.from({ length: 2_000 }, (_, i) => chooseStarters(`conversation-${i}`, null)).flat(),
  );
  expect(drawn.size).toBe(DECK.length);
});
