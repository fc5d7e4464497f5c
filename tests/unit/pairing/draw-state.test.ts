import { describe, expect, it } from "vitest";
import { MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { type DrawFacts, readDrawState } from "~/core/shared/draw-state";
import { dayWords, nextWords, standingWords, waitWords } from "~/core/shared/draw-words";

const NOON = Date.parse("2026-06-10T12:00:00Z");
const MIDNIGHT = Date.parse("2026-06-11T00:00:00Z");

/** A confirmed adult in good standing, on a day whose run did not have them. */
const MEMBER: DrawFacts = {
  readAt: NOON,
  pairing: null,
  isDrawn: true,
  isLeftOut: false,
  waited: 0,
  end: null,
  barredUntil: null,
  awaitsVerification: false,
  dob: "1990-06-15",
  pause: { from: null, until: null },
  isBack: false,
};

const PAIRING = { expiresAt: MIDNIGHT, isPartnerHere: false };
const SKIP = { from: "2026-06-11", until: "2026-06-12" };

describe("what the next run is for a member", () => {
  it.each<[title: string, facts: Partial<DrawFacts>, absence: string | null]>([
    ["a member takes part", {}, null],
    ["a paired one too", { pairing: PAIRING }, null],
    ["an unconfirmed address is left out", { awaitsVerification: true }, "unconfirmed"],
    ["one run is skipped", { pause: SKIP }, "skips"],
    ["a pause until further notice", { pause: { from: "2026-06-10", until: null } }, "paused"],
    ["a pause of days", { pause: { from: "2026-06-08", until: "2026-06-20" } }, "paused"],
    ["a pause that ends with today", { pause: { from: "2026-06-08", until: "2026-06-11" } }, null],
    ["a suspension beyond midnight", { barredUntil: MIDNIGHT + 1 }, "suspended"],
    ["a suspension that is over by then", { barredUntil: MIDNIGHT }, null],
    ["a ban", { barredUntil: "never" }, "banned"],
    ["no date of birth", { dob: null }, "incomplete"],
    ["a date of birth that is none", { dob: "1990-02-31" }, "incomplete"],
    ["eighteen the day after", { dob: "2008-06-12" }, "too_young"],
    ["eighteen on the day", { dob: "2008-06-11" }, null],
    ["eighty", { dob: "1945-06-12" }, null],
    ["eighty-one on the day", { dob: "1945-06-11" }, "too_old"],
    // The reason that the member can't end by themselves is named first.
    [
      "suspended, unconfirmed and on a pause",
      { barredUntil: MIDNIGHT + 1, awaitsVerification: true, pause: SKIP },
      "suspended",
    ],
    ["unconfirmed and on a pause", { awaitsVerification: true, pause: SKIP }, "unconfirmed"],
  ])("%s", (_, facts, absence) => {
    const { next } = readDrawState({ ...MEMBER, ...facts }, NOON);
    expect(next).toEqual({ date: "2026-06-11", at: MIDNIGHT, absence });
  });
});

describe("what today is for a member", () => {
  const ended = { isOwnBlock: false, goesFirst: false };
  it.each<[title: string, facts: Partial<DrawFacts>, today: object]>([
    ["nothing yet", {}, { is: "none" }],
    [
      "paired, the partner not there yet",
      { pairing: PAIRING },
      { is: "paired", isPartnerHere: false },
    ],
    [
      "paired, the partner was there",
      { pairing: { ...PAIRING, isPartnerHere: true } },
      { is: "paired", isPartnerHere: true },
    ],
    [
      "paired while suspended from the next one on",
      { pairing: PAIRING, awaitsVerification: true },
      { is: "paired", isPartnerHere: false },
    ],
    ["left out", { isLeftOut: true, waited: 1 }, { is: "left_out" }],
    ["left out by a run that counts towards no wait", { isLeftOut: true }, { is: "left_out" }],
    ["ended early, for reasons that are not told", { end: ended }, { is: "ended_early", ...ended }],
    [
      "ended early by a suspension or a departure: first tomorrow",
      { end: { ...ended, goesFirst: true } },
      { is: "ended_early", isOwnBlock: false, goesFirst: true },
    ],
    [
      "ended by the own block",
      { end: { ...ended, isOwnBlock: true } },
      { is: "ended_early", isOwnBlock: true, goesFirst: false },
    ],
    [
      "ended by a second run, which left the member out",
      { end: ended, isLeftOut: true },
      { is: "left_out" },
    ],
    ["away until now", { isBack: true }, { is: "was_away" }],
  ])("%s", (_, facts, today) => {
    expect(readDrawState({ ...MEMBER, ...facts }, NOON).today).toEqual(today);
  });
});

describe("the hour after midnight", () => {
  const DRAWING = { is: "drawing" };
  const NONE = { is: "none" };
  const READ = { ...MEMBER, readAt: MIDNIGHT + 1, isDrawn: false };
  it.each<[title: string, facts: DrawFacts, now: number, today: object]>([
    ["the last moment of the day before", { ...MEMBER, readAt: NOON }, MIDNIGHT - 1, NONE],
    ["midnight itself", READ, MIDNIGHT, DRAWING],
    ["until the run is published", { ...READ, isDrawn: true }, MIDNIGHT + 1, NONE],
    ["the last moment of the hour", READ, MIDNIGHT + MS_PER_HOUR - 1, DRAWING],
    ["an hour later", READ, MIDNIGHT + MS_PER_HOUR, NONE],
    ["whoever is not in it", { ...READ, awaitsVerification: true }, MIDNIGHT + 1, NONE],
    ["skipped", { ...READ, pause: SKIP }, MIDNIGHT + 1, NONE],
    [
      "the one after it is skipped",
      { ...READ, pause: { from: "2026-06-12", until: "2026-06-13" } },
      MIDNIGHT + 1,
      DRAWING,
    ],
    ["left out as absent", { ...READ, isBack: true }, MIDNIGHT + 1, { is: "was_away" }],
    ["a page left open since a paired day", { ...MEMBER, pairing: PAIRING }, MIDNIGHT, DRAWING],
    [
      "a page left open since a day off",
      { ...MEMBER, isLeftOut: true, waited: 2 },
      MIDNIGHT + MS_PER_MINUTE,
      DRAWING,
    ],
    [
      "a page left open since a day that ended early",
      { ...MEMBER, end: { isOwnBlock: true, goesFirst: false } },
      MIDNIGHT,
      DRAWING,
    ],
    ["a page left open that wakes at noon", MEMBER, MIDNIGHT + 12 * MS_PER_HOUR, NONE],
    [
      "an admin's run of this date has paired the member",
      { ...READ, isDrawn: true, pairing: { expiresAt: MIDNIGHT + 1, isPartnerHere: false } },
      MIDNIGHT,
      { is: "paired", isPartnerHere: false },
    ],
  ])("%s", (_, facts, now, today) => {
    expect(readDrawState(facts, now).today).toEqual(today);
  });

  it("keeps the nights waited over midnight, and on days without a run", () => {
    const waits = { ...MEMBER, isLeftOut: true, waited: 3 };
    expect(readDrawState(waits, NOON).waited).toBe(3);
    expect(readDrawState(waits, MIDNIGHT).waited).toBe(3);
    expect(readDrawState({ ...waits, isLeftOut: false, pause: SKIP }, NOON).waited).toBe(3);
  });

  it("names the run after the one that is being made as the next", () => {
    expect(readDrawState(READ, MIDNIGHT).next.date).toBe("2026-06-12");
    const skipped = readDrawState({ ...READ, pause: SKIP }, MIDNIGHT);
    expect(skipped.next.absence).toBeNull();
  });
});

describe("the sentences of where a member stands", () => {
  const END = { isOwnBlock: false, goesFirst: false };
  const FRESH = { ...MEMBER, readAt: MIDNIGHT, isDrawn: false };
  const SPECIAL = "You're the special one today!";
  const FIRST = "You go first in the next draw.";
  const IN = "You’re in the draw.";
  /** Title, facts at noon, and the sentences of today, of the wait and of the next draw. */
  const STATES: [title: string, facts: Partial<DrawFacts>, words: (string | null)[]][] = [
    ["in the next draw", {}, [null, null, IN]],
    ["paired", { pairing: { ...PAIRING, isPartnerHere: true } }, [null, null, IN]],
    [
      "unconfirmed",
      { awaitsVerification: true },
      [null, null, "Confirm your e-mail to join the next draw."],
    ],
    ["sits out one", { pause: SKIP }, [null, null, "You sit out the next one."]],
    ["paused", { pause: { from: "2026-06-10", until: null } }, [null, null, "You are on a pause."]],
    [
      "suspended",
      { barredUntil: MIDNIGHT + 1 },
      [null, null, "Your account is suspended. It takes no part in the draw."],
    ],
    [
      "banned",
      { barredUntil: "never" },
      [null, null, "Your account is banned. It takes no part in the draw."],
    ],
    ["incomplete", { dob: null }, [null, null, "Add your date of birth to join the next draw."]],
    [
      "too young",
      { dob: "2008-06-12" },
      [null, null, "You are in the draw from your 18th birthday on."],
    ],
    ["left out", { isLeftOut: true }, [SPECIAL, null, FIRST]],
    [
      "left out for the first time",
      { isLeftOut: true, waited: 1 },
      [SPECIAL, "It is the first night without a partner since your last introduction.", FIRST],
    ],
    [
      "left out for the third time",
      { isLeftOut: true, waited: 3 },
      [SPECIAL, "It is night 3 without a partner since your last introduction.", FIRST],
    ],
    ["ended early", { end: END }, ["Today’s conversation has ended early.", null, IN]],
    [
      "ended early, and first in the next one",
      { end: { ...END, goesFirst: true }, waited: 1 },
      ["Today’s conversation has ended early.", null, FIRST],
    ],
    [
      "ended by the own block",
      { end: { ...END, isOwnBlock: true } },
      ["You blocked today’s match.", null, IN],
    ],
    [
      "away until now",
      { isBack: true },
      [
        "Welcome back. You had not been here for two weeks, so today’s draw left you out.",
        null,
        IN,
      ],
    ],
  ];

  it.each(STATES)("%s", (_, facts, words) => {
    const state = readDrawState({ ...MEMBER, ...facts }, NOON);
    expect([dayWords(state), waitWords(state), nextWords(state)]).toEqual(words);
    const told = [words[0] ?? "No conversation yet.", ...words.slice(1)].filter(Boolean).join(" ");
    expect(standingWords(state)).toBe(facts.pairing ? null : told);
  });

  it("says of a draw that is being made that alone", () => {
    expect(standingWords(readDrawState(FRESH, MIDNIGHT))).toBe("Tonight’s draw is being made.");
    const waits = readDrawState({ ...FRESH, waited: 2 }, MIDNIGHT);
    expect(waitWords(waits)).toBeNull();
  });

  it.each([
    ["whose day ended early", { end: END }],
    ["who was left out", { isLeftOut: true, waited: 2 }],
  ])("tells a suspended member %s of the suspension alone", (_, facts) => {
    const state = readDrawState({ ...MEMBER, ...facts, barredUntil: MIDNIGHT + 1 }, NOON);
    expect([dayWords(state), waitWords(state)]).toEqual([null, null]);
    expect(nextWords(state)).toBe("Your account is suspended. It takes no part in the draw.");
  });

  it("has no sentence for two states that differ in what a member may know", () => {
    const sentences = STATES.filter(([, { pairing }]) => !pairing).map(([, facts]) =>
      standingWords(readDrawState({ ...MEMBER, ...facts }, NOON)),
    );
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
