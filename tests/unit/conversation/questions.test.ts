import { describe, expect, it } from "vitest";
import { DECK } from "~/app/features/conversation/starters.server";
import { QUESTION_LEVELS, QUESTIONS, questionOf } from "~/core/conversation/questions";
import { countCodePoints } from "~/core/shared/code-points";

const all = QUESTION_LEVELS.flatMap((level) => QUESTIONS[level]);

/** Patterns for what a question must not ask about or assume. */
const KEPT_OUT = {
  family:
    "mother|father|parents?|mum|dad|sister|brother|siblings?|son|daughter|child|children|kids?|wife|husband|married|marriage|divorced?|ex|family|grandparents?|pregnan\\w*",
  money: "money|salary|earn|rent|rich|poor|expensive|afford|debts?|price|wage|income",
  faith: "god|pray\\w*|church|mosque|temple|religio\\w*|faith|sin|heaven|hell|soul",
  body: "body|bodies|weight|diet|thin|fat|tall|ill|illness|disease|disab\\w*|doctor|medicine|sex\\w*|naked|kiss\\w*|attractive|your looks",
  politics: "vote\\w*|elections?|party|politic\\w*|government|war|immigra\\w*",
  "what finds a person":
    "address|surname|employer|company name|phone|number|e-?mail|account|instagram|snapchat|where do you (live|work)|school",
  assumptions:
    "your (job|work|boss|colleagues?|car|house|pet|dog|cat|partner|boyfriend|girlfriend)",
  alcohol: "drunk|beer|wine|whisky|alcohol",
};

describe("the questions of the day", () => {
  it("each level has 60 questions, all different, and none is one of the page's starters", () => {
    for (const level of QUESTION_LEVELS) expect(QUESTIONS[level]).toHaveLength(60);
    expect(new Set(all.map((text) => text.toLowerCase())).size).toBe(180);
    expect(all.filter((text) => DECK.includes(text))).toEqual([]);
  });

  it("each question begins with a question word, ends with a question mark, and has at most 160 characters", () => {
    expect(all.filter((text) => !/^(What|Which|When|How|Who|Where) [^?]+\?$/.test(text))).toEqual(
      [],
    );
    expect(all.filter((text) => countCodePoints(text) > 160)).toEqual([]);
    expect(all.filter((text) => text !== text.trim() || /\s\s/.test(text))).toEqual([]);
  });

  it.each(Object.entries(KEPT_OUT))("no question asks about %s", (_, words) => {
    const isKeptOut = new RegExp(`\\b(${words})\\b`, "i");
    expect(all.filter((text) => isKeptOut.test(text))).toEqual([]);
  });

  it("the question of each level comes again after 60 days and not before", () => {
    const dates = Array.from({ length: 400 }, (_, day) =>
      new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
    );
    for (const level of QUESTION_LEVELS) {
      const texts = dates.map((date) => questionOf(date, level));
      texts.forEach((text, day) => {
        expect([dates[day], texts.indexOf(text, day + 1) - day]).toEqual([
          dates[day],
          day < 340 ? 60 : expect.any(Number),
        ]);
        expect(texts.slice(day + 1, day + 60)).not.toContain(text);
      });
      expect(new Set(texts).size).toBe(60);
    }
  });
});
