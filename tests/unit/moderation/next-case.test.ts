import { expect, it } from "vitest";
import { nextCasePath } from "~/app/features/moderation/decision";
import { quoteIn, startTextOf } from "~/app/features/moderation/start-texts";
import type { CaseRowDto } from "~/core/moderation/reports";
import { REPORT_REASONS } from "~/core/shared/constants";

const aCase = (report_ids: string[], is_for_other = false): CaseRowDto => ({
  report_ids,
  reported_name: "Hugo",
  reason: "spam",
  words: "",
  is_repeat: false,
  since: "2026-01-01T00:00:00.000Z",
  is_for_other,
});
const CASES = [aCase(["a", "a2"]), aCase(["b"], true), aCase(["c"]), aCase(["d"])];

it.each<[string, string[], string]>([
  ["what is left of the case", ["a"], "a2"],
  ["the next one that the admin may decide", ["a", "a2"], "c"],
  ["the first one after the last", ["d"], "a"],
  ["the first one, for a report that is not in the list", ["x"], "a"],
])("after a decision comes %s", (_, marked, next) => {
  const done = marked.join(".");
  expect(nextCasePath(CASES, marked, "acted")).toBe(
    `/admin/reports/${next}?did=acted&done=${done}`,
  );
});

it("after the last case that the admin can decide, the list comes next", () => {
  expect(nextCasePath([aCase(["b"], true), aCase(["c"])], ["c"], "warn")).toBe(
    "/admin/reports?did=warn&done=c",
  );
});

it("each reason has a start text with a blank, which is filled with the reported message", () => {
  for (const reason of REPORT_REASONS) {
    const { text } = startTextOf(reason);
    const filled = text.replace("[…]", () => "Give me $& now");
    expect([reason, filled === text]).toEqual([reason, false]);
    expect([reason, quoteIn(text, "Give me $& now")]).toEqual([reason, filled]);
    expect([reason, quoteIn(text, undefined)]).toEqual([reason, text]);
    expect(quoteIn(text, "x".repeat(400)).length).toBeLessThan(500);
  }
});
