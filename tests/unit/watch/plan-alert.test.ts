import { expect, it } from "vitest";
import type { AlertNews, AlertState } from "~/core/ports";
import { planAlert } from "~/core/watch/plan-alert";

const LOOK_MS = 10 * 60_000;

/** The news after each look, ten minutes apart: `b` for a bad look, `g` for a good one, `?` for one without a result. */
function follow(looks: string): (AlertNews | null)[] {
  let state: AlertState | null = null;
  return [...looks].map((look, i) => {
    const isBad = look === "?" ? null : look === "b";
    const { next, news } = planAlert(state, isBad, i * LOOK_MS);
    state = next;
    return news;
  });
}

it.each<[string, (AlertNews | null)[]]>([
  ["gg", [null, null]],
  ["bbb", ["bad", null, null]],
  ["bgg", ["bad", null, "good"]],
  ["bgbgg", ["bad", null, null, null, "good"]],
  ["bg?g", ["bad", null, null, "good"]],
  ["??b?", [null, null, "bad", null]],
  ["bggbgg", ["bad", null, "good", "bad", null, "good"]],
])("the looks %s give the news %j", (looks, news) => {
  expect(follow(looks)).toEqual(news);
});

it("a fact that stays bad makes news once per day", () => {
  const news = follow("b".repeat(3 * 144 + 1));
  expect(news.flatMap((one, i) => (one === null ? [] : [[i, one]]))).toEqual([
    [0, "bad"],
    [144, "still_bad"],
    [288, "still_bad"],
    [432, "still_bad"],
  ]);
});

it("a fact that is good for only one look keeps the moment at which it turned bad", () => {
  const first = planAlert(null, true, 5).next;
  const good = planAlert(first, false, 10).next;
  expect(planAlert(good, true, 20).next).toEqual({ since: 5, toldAt: 5, goodLooks: 0 });
});
