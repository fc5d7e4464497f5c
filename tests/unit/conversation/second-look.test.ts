import { describe, expect, it } from "vitest";
import { asksForMoneyOrCode } from "~/app/features/conversation/money-request";
import { lookAgain } from "~/app/features/conversation/second-look";
import { DECK } from "~/app/features/conversation/starters.server";
import { QUESTIONS } from "~/core/conversation/questions";
import { measureLeastTime } from "~/tests/support/least-time";
import { HELD_OUT, type Sentence } from "./second-look-held-out";
import { WRITTEN_WITH } from "./second-look-written-with";

const HALVES = { "held out": HELD_OUT, "written with": WRITTEN_WITH };
const TABLE = [...HELD_OUT, ...WRITTEN_WITH];

const harmlessAsked = (rows: readonly Sentence[]) =>
  rows.filter(([text, meant]) => meant === null && lookAgain(text, true) !== null);
const harmfulFound = (rows: readonly Sentence[]) =>
  rows.filter(([text, meant]) => meant !== null && lookAgain(text, true) !== null);

describe("the second look at 200 sentences", () => {
  it("the table has 100 harmless and 100 harmful sentences, and half of each were never used to write the rules", () => {
    for (const half of Object.values(HALVES)) {
      expect(half.filter(([, meant]) => meant === null)).toHaveLength(50);
      expect(half).toHaveLength(100);
    }
    expect(new Set(TABLE.map(([text]) => text)).size).toBe(200);
  });

  it("the second look asks about at most 3 harmless sentences and finds at least 70 harmful ones", () => {
    for (const [name, half] of Object.entries(HALVES)) {
      const [asked, found] = [harmlessAsked(half).length, harmfulFound(half).length];
      process.stdout.write(
        `${name}: ${asked} of 50 harmless asked, ${found} of 50 harmful found\n`,
      );
    }
    expect(harmlessAsked(TABLE).length).toBeLessThanOrEqual(3);
    expect(harmfulFound(TABLE).length).toBeGreaterThanOrEqual(70);
  });

  it("the receiver is warned of at least 70 % of the requests for money and codes, and of nothing else", () => {
    const isRequest = ([, meant]: Sentence) => meant === "money" || meant === "code";
    const warned = TABLE.filter(([text]) => asksForMoneyOrCode(text));
    expect(warned.filter((row) => !isRequest(row))).toEqual([]);
    expect(warned.length).toBeGreaterThanOrEqual(0.7 * TABLE.filter(isRequest).length);
  });
});

describe("the second look", () => {
  it("an insult before exclamation marks is found, although ! can disguise a letter", () => {
    expect(lookAgain("You are such an idiot!!", true)).toBe("insult");
  });

  it("the second look asks about none of the product's own questions", () => {
    const own = [...DECK, ...Object.values(QUESTIONS).flat()];
    expect(own.filter((text) => lookAgain(text, true) !== null)).toEqual([]);
  });

  it.each([
    "fuuuck you",
    "you b!tch",
    "you dumb b*tch",
    "YOU ARE AN IDIOT",
    "f u c k   you",
    "You are an 1d1ot",
  ])("the second look finds a disguised insult: %s", (text) => {
    expect(lookAgain(text, true)).toBe("insult");
  });

  it("the second look asks about a message that names another app only while the conversation is young", () => {
    expect(lookAgain("What's your Instagram?", true)).toBe("app");
    expect(lookAgain("What's your Instagram?", false)).toBeNull();
  });

  it("the second look ignores text in quotation marks", () => {
    expect(lookAgain("She sang “you're so stupid, I hate you” all night", true)).toBeNull();
    expect(lookAgain("You're so stupid", true)).toBe("insult");
  });

  it("the second look asks about an insult, and not about praise that sounds like one", () => {
    expect(lookAgain("You're a badass", true)).toBeNull();
    expect(lookAgain("You're an ass", true)).toBe("insult");
  });
});

describe("the work for a received message", () => {
  const LONGEST = 2_000;
  const toLongest = (text: string) =>
    text.repeat(LONGEST).slice(0, LONGEST - (LONGEST % text.length));
  const measure = async (text: string) => {
    const { ms } = await measureLeastTime(0, async () => asksForMoneyOrCode(text));
    return ms;
  };

  it.each([
    ["opening quotation marks", toLongest("‘")],
    ["opening quotation marks after spaces", toLongest(" ‘")],
    [
      "opening quotation marks before letters of 18 characters",
      "‘".repeat(1_300) + "\ufdfa".repeat(700),
    ],
    ["letters of 18 characters, each before an opening mark", toLongest("\ufdfa ‘")],
    ["a number of 1,900 characters that are three each", `you can earn ${"⒛".repeat(1_900)}`],
  ])(
    "the longest message takes no more than 50 times the work of plain words: %s",
    async (_, text) => {
      await measure(toLongest("plain words "));
      const plain = await measure(toLongest("plain words "));
      expect(await measure(text)).toBeLessThan(50 * plain);
    },
  );

  it("a quotation is ignored even if it follows an opening quotation mark that has no closing one", () => {
    expect(asksForMoneyOrCode("‘ He wrote ‘send me some money’ to her")).toBe(false);
    expect(asksForMoneyOrCode("It‘s odd: 'it‘s nice, send me some money' he wrote")).toBe(false);
    expect(asksForMoneyOrCode("‘Look, send me some money")).toBe(true);
  });
});
