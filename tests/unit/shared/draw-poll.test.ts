import { describe, expect, it } from "vitest";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import {
  DRAW_ANSWER_KEPT_MS,
  pauseBeforeFirst,
  pauseBeforeLoad,
  pauseBeforeNext,
  spreadFor,
} from "~/core/shared/draw-poll";

const CHANCES = [0, 0.25, 0.5, 0.75, 1];

describe("the pause before the next poll", () => {
  it.each([
    ["right after midnight", 0, 2.7, 3.3],
    ["a minute and a half later", 90, 2.7, 3.3],
    ["after ten minutes", 600, 18, 22],
    ["after half an hour", 1_800, 54, 60],
    ["at the end of the hour", 3_599, 60, 60],
  ])("the pause before the next poll is within its bounds %s", (_, sinceS, leastS, mostS) => {
    const at = (chance: number) => pauseBeforeNext(sinceS * MS_PER_SECOND, chance) / MS_PER_SECOND;
    expect(at(0)).toBeCloseTo(leastS);
    expect(at(1)).toBeCloseTo(mostS);
  });
});

it("the first polls of all pages are spread over three seconds", () => {
  expect(CHANCES.map(pauseBeforeFirst)).toEqual([0, 750, 1_500, 2_250, 3_000]);
});

it.each([
  ["no pages", 0, 0],
  ["two pages", 2, 1],
  ["two thousand pages", 2_000, 10],
  ["a hundred thousand pages", 100_000, 500],
  ["a million pages, with a longest wait of ten minutes,", 1_000_000, 600],
])("the loads of %s are spread over enough seconds for 200 per second", (_, pages, seconds) => {
  expect(spreadFor(pages)).toBe(seconds);
});

/** Computes when a page that polls by the schedule loads the run, in milliseconds since midnight. */
function loadsAt(publishedAt: number, pages: number, next: () => number): number {
  let now = pauseBeforeFirst(next());
  // In the worst case, an isolate cached its answer just before the run was published.
  while (now < publishedAt + DRAW_ANSWER_KEPT_MS) now += pauseBeforeNext(now, next());
  return now + pauseBeforeLoad(spreadFor(pages), now, next());
}

function createChance(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

it.each([
  ["20 seconds after midnight", 20 * MS_PER_SECOND, 10 * MS_PER_SECOND],
  ["30 minutes after midnight", 30 * MS_PER_MINUTE, 70 * MS_PER_SECOND],
])(
  "if a run is published %s, 2,000 pages load it within the time limit and not all at once",
  (_, publishedAt, within) => {
    const next = createChance(7);
    const loads = Array.from(
      { length: 2_000 },
      () => loadsAt(publishedAt, 2_000, next) - publishedAt,
    );
    expect(Math.max(...loads)).toBeLessThanOrEqual(within);
    const perSecond = new Map<number, number>();
    for (const load of loads) {
      const second = Math.floor(load / MS_PER_SECOND);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    // The bound is three times the planned 200 per second, because all isolates of this test drop
    // their kept answers at the same time.
    expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(600);
  },
);

it("the loads of a hundred thousand pages take more than eight minutes", () => {
  const next = createChance(11);
  const loads = Array.from({ length: 1_000 }, () => loadsAt(20 * MS_PER_SECOND, 100_000, next));
  expect(Math.max(...loads)).toBeGreaterThan(8 * MS_PER_MINUTE);
  expect(Math.max(...loads)).toBeLessThanOrEqual(520 * MS_PER_SECOND + DRAW_ANSWER_KEPT_MS);
});
