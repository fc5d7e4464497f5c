import { describe, expect, it } from "vitest";
import { MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { type DrawFacts, readDrawState } from "~/core/shared/draw-state";
import { dayWords, nextWords, standingWords, waitWords } from "~/core/shared/draw-words";

const NOON = Date.parse("2026-06-10T12:00:00Z");
const MIDNIGHT = Date.parse("2026-06-11T00:00:00Z");

/** A confirmed adult in good standing, on a day whose run did not include them. */
const MEMBER: DrawFacts = {
  readAt: NOON,
  pairing: null,
  isDrawn: true,
  isLeftOut: false,
  nightsOut: 0,
  end: null,
  barredUntil: null,
  awaitsVerification: false,
  dob: "1990-06-15",
  pause: { from: null, until: null },
  isBack: false,
};

const PAIRING = { expiresAt: MIDNIGHT, isPartnerHere: false };
const SKIP = { from: "2026-06-11", until: "2026-06-12" };

describe("the next run of a member", () => {
  it.each<[title: string, facts: Partial<DrawFacts>, absence: string | null]>([
    ["a confirmed adult", {}, null],
    ["a paired member", { pairing: PAIRING }, null],
    ["an unconfirmed address", { awaitsVerification: true }, "unconfirmed"],
    ["a pause of one run", { pause: SKIP }, "skips"],
    ["a pause until further notice", { pause: { from: "2026-06-10", until: null } }, "paused"],
    ["a pause of days", { pause: { from: "2026-06-08", until: "2026-06-20" } }, "paused"],
    [
      "a pause that ends before the run",
      { pause: { from: "2026-06-08", until: "2026-06-11" } },
      null,
    ],
    ["a suspension beyond midnight", { barredUntil: MIDNIGHT + 1 }, "suspended"],
    ["a suspension that ends at midnight", { barredUntil: MIDNIGHT }, null],
    ["a ban", { barredUntil: "never" }, "banned"],
    ["no date of birth", { dob: null }, "incomplete"],
    ["an impossible date of birth", { dob: "1990-02-31" }, "incomplete"],
    ["18 the day after the run", { dob: "2008-06-12" }, "too_young"],
    ["18 on the run's date", { dob: "2008-06-11" }, null],
    ["80 on the run's date", { dob: "1945-06-12" }, null],
    ["81 on the run's date", { dob: "1945-06-11" }, "too_old"],
    // Only the first of these reasons is shown: a suspension, an unconfirmed address, a pause.
    [
      "a suspension, an unconfirmed address and a pause",
      { barredUntil: MIDNIGHT + 1, awaitsVerification: true, pause: SKIP },
      "suspended",
    ],
    [
      "an unconfirmed address and a pause",
      { awaitsVerification: true, pause: SKIP },
      "unconfirmed",
    ],
  ])(
    "the draw state names the next run, and if the member is not in it, the reason: %s",
    (_, facts, absence) => {
      const { next } = readDrawState({ ...MEMBER, ...facts }, NOON);
      expect(next).toEqual({ date: "2026-06-11", at: MIDNIGHT, absence });
    },
  );
});

describe("today's draw state", () => {
  const ended = { isOwnBlock: false, goesFirst: false };
  it.each<[title: string, facts: Partial<DrawFacts>, today: object]>([
    ["a run that did not include the member", {}, { is: "none" }],
    [
      "paired, and the partner has not been there",
      { pairing: PAIRING },
      { is: "paired", isPartnerHere: false },
    ],
    [
      "paired, and the partner has been there",
      { pairing: { ...PAIRING, isPartnerHere: true } },
      { is: "paired", isPartnerHere: true },
    ],
    [
      "paired, with an unconfirmed address",
      { pairing: PAIRING, awaitsVerification: true },
      { is: "paired", isPartnerHere: false },
    ],
    [
      "left out by a run that counts towards the wait",
      { isLeftOut: true, nightsOut: 1 },
      { is: "left_out" },
    ],
    [
      "left out by a run that does not count towards the wait",
      { isLeftOut: true },
      { is: "left_out" },
    ],
    [
      "ended early, for a reason that the member may not see",
      { end: ended },
      { is: "ended_early", ...ended },
    ],
    [
      "ended early, and the member goes first in the next run",
      { end: { ...ended, goesFirst: true } },
      { is: "ended_early", isOwnBlock: false, goesFirst: true },
    ],
    [
      "ended by the member's own block",
      { end: { ...ended, isOwnBlock: true } },
      { is: "ended_early", isOwnBlock: true, goesFirst: false },
    ],
    [
      "ended by a second run, which left the member out",
      { end: ended, isLeftOut: true },
      { is: "left_out" },
    ],
    ["back after being away", { isBack: true }, { is: "was_away" }],
  ])("today's draw state follows from the member's facts: %s", (_, facts, today) => {
    expect(readDrawState({ ...MEMBER, ...facts }, NOON).today).toEqual(today);
  });
});

describe("the hour after midnight", () => {
  const DRAWING = { is: "drawing" };
  const NONE = { is: "none" };
  const READ = { ...MEMBER, readAt: MIDNIGHT + 1, isDrawn: false };
  it.each<[title: string, facts: DrawFacts, now: number, today: object]>([
    ["the last moment before midnight", { ...MEMBER, readAt: NOON }, MIDNIGHT - 1, NONE],
    ["midnight itself", READ, MIDNIGHT, DRAWING],
    ["after the run is published", { ...READ, isDrawn: true }, MIDNIGHT + 1, NONE],
    ["the last moment of the hour", READ, MIDNIGHT + MS_PER_HOUR - 1, DRAWING],
    ["one hour after midnight", READ, MIDNIGHT + MS_PER_HOUR, NONE],
    [
      "a member with an unconfirmed address",
      { ...READ, awaitsVerification: true },
      MIDNIGHT + 1,
      NONE,
    ],
    ["a member who skips this run", { ...READ, pause: SKIP }, MIDNIGHT + 1, NONE],
    [
      "a member who skips the run after it",
      { ...READ, pause: { from: "2026-06-12", until: "2026-06-13" } },
      MIDNIGHT + 1,
      DRAWING,
    ],
    [
      "a member who was left out as away",
      { ...READ, isBack: true },
      MIDNIGHT + 1,
      { is: "was_away" },
    ],
    ["a page left open since a paired day", { ...MEMBER, pairing: PAIRING }, MIDNIGHT, DRAWING],
    [
      "a page left open since a day off",
      { ...MEMBER, isLeftOut: true, nightsOut: 2 },
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
      "a member whom an admin's run of this date has paired",
      { ...READ, isDrawn: true, pairing: { expiresAt: MIDNIGHT + 1, isPartnerHere: false } },
      MIDNIGHT,
      { is: "paired", isPartnerHere: false },
    ],
  ])(
    "the draw state is 'drawing' only while a run with the member is being made: %s",
    (_, facts, now, today) => {
      expect(readDrawState(facts, now).today).toEqual(today);
    },
  );

  it("the draw state has the nights waited even after midnight, and for a member who sits out the next draw", () => {
    const waits = { ...MEMBER, isLeftOut: true, nightsOut: 3 };
    expect(readDrawState(waits, NOON).nightsOut).toBe(3);
    expect(readDrawState(waits, MIDNIGHT).nightsOut).toBe(3);
    expect(readDrawState({ ...waits, isLeftOut: false, pause: SKIP }, NOON).nightsOut).toBe(3);
  });

  it("while a run is being made, the draw state's next run is the one of the following midnight", () => {
    expect(readDrawState(READ, MIDNIGHT).next.date).toBe("2026-06-12");
    const skipped = readDrawState({ ...READ, pause: SKIP }, MIDNIGHT);
    expect(skipped.next.absence).toBeNull();
  });
});

describe("the sentences of the draw state", () => {
  const END = { isOwnBlock: false, goesFirst: false };
  const FRESH = { ...MEMBER, readAt: MIDNIGHT, isDrawn: false };
  const SPECIAL = "You're the special one today!";
  const FIRST = "You go first in the next draw.";
  const IN = "You’re in the draw.";
  /**
   * `facts` change the member's facts at noon. `words` are the expected sentences about today, about the wait and about
   * the next draw; null for none.
   */
  const STATES: [title: string, facts: Partial<DrawFacts>, words: (string | null)[]][] = [
    ["in the next draw", {}, [null, null, IN]],
    [
      "paired with a partner who has been there",
      { pairing: { ...PAIRING, isPartnerHere: true } },
      [null, null, IN],
    ],
    [
      "unconfirmed",
      { awaitsVerification: true },
      [null, null, "Confirm your e-mail to join the next draw."],
    ],
    ["sitting out one draw", { pause: SKIP }, [null, null, "You sit out the next one."]],
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
      { isLeftOut: true, nightsOut: 1 },
      [SPECIAL, "It is the first night without a partner since your last introduction.", FIRST],
    ],
    [
      "left out for the third time",
      { isLeftOut: true, nightsOut: 3 },
      [SPECIAL, "It is night 3 without a partner since your last introduction.", FIRST],
    ],
    ["ended early", { end: END }, ["Today’s conversation has ended early.", null, IN]],
    [
      "ended early, and first in the next one",
      { end: { ...END, goesFirst: true }, nightsOut: 1 },
      ["Today’s conversation has ended early.", null, FIRST],
    ],
    [
      "ended by the member's own block",
      { end: { ...END, isOwnBlock: true } },
      ["You blocked today’s match.", null, IN],
    ],
    [
      "back after being away",
      { isBack: true },
      [
        "Welcome back. You had not been here for two weeks, so today’s draw left you out.",
        null,
        IN,
      ],
    ],
  ];

  it.each(STATES)(
    "the sentences for today, the wait and the next draw fit the state: %s",
    (_, facts, words) => {
      const state = readDrawState({ ...MEMBER, ...facts }, NOON);
      expect([dayWords(state), waitWords(state), nextWords(state)]).toEqual(words);
      const told = [words[0] ?? "No conversation yet.", ...words.slice(1)]
        .filter(Boolean)
        .join(" ");
      expect(standingWords(state)).toBe(facts.pairing ? null : told);
    },
  );

  it("while a draw is being made, only the sentence about it is shown", () => {
    expect(standingWords(readDrawState(FRESH, MIDNIGHT))).toBe("Tonight’s draw is being made.");
    const waits = readDrawState({ ...FRESH, nightsOut: 2 }, MIDNIGHT);
    expect(waitWords(waits)).toBeNull();
  });

  it.each([
    ["whose day ended early", { end: END }],
    ["who was left out", { isLeftOut: true, nightsOut: 2 }],
  ])("a suspended member %s sees only the sentence about the suspension", (_, facts) => {
    const state = readDrawState({ ...MEMBER, ...facts, barredUntil: MIDNIGHT + 1 }, NOON);
    expect([dayWords(state), waitWords(state)]).toEqual([null, null]);
    expect(nextWords(state)).toBe("Your account is suspended. It takes no part in the draw.");
  });

  it("no two states without a pairing have the same sentences", () => {
    const sentences = STATES.filter(([, { pairing }]) => !pairing).map(([, facts]) =>
      standingWords(readDrawState({ ...MEMBER, ...facts }, NOON)),
    );
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
