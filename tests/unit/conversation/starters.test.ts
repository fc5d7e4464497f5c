import { expect, it } from "vitest";
import { chooseStarters, DECK } from "~/app/features/conversation/starters.server";
import { countCodePoints } from "~/core/shared/code-points";

it("has a deck of at least 120 different questions, each short enough to be read at a glance", () => {
  expect(new Set(DECK).size).toBe(DECK.length);
  expect(DECK.length).toBeGreaterThanOrEqual(120);
  expect(DECK.filter((text) => countCodePoints(text) > 90)).toEqual([]);
});

it("gives both sides the same two questions, and each one about the other's bio", () => {
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

it("takes a third question where the bio has no sentence to quote, and never the same one twice", () => {
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

it("draws from the whole deck", () => {
  const drawn = new Set(
    Array.from({ length: 2_000 }, (_, i) => chooseStarters(`conversation-${i}`, null)).flat(),
  );
  expect(drawn.size).toBe(DECK.length);
});
