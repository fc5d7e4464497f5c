import { expect, it } from "vitest";
import { findNextOpen } from "~/app/features/moderation/next-report";

type Listed = Parameters<typeof findNextOpen>[0][number];
type Changed = Parameters<typeof findNextOpen>[1][string];

const report = (report_id: string, status: Listed["status"] = "open", claimed_by = ""): Listed => ({
  report_id,
  status,
  claimed_by: claimed_by || null,
});
const resolved: Changed = {
  status: "resolved",
  outcome: "acted",
  claimed_by: null,
  claimed_name: null,
};
const taken: Changed = { status: "open", outcome: null, claimed_by: "ada", claimed_name: "Ada" };
const FOUR = ["a", "b", "c", "d"].map((id) => report(id));

it.each<[string, Listed[], Record<string, Changed>, string, string | null]>([
  ["the one after it", FOUR, { b: resolved }, "b", "c"],
  ["the next after those resolved since", FOUR, { b: resolved, c: resolved }, "b", "d"],
  ["the next after one that another admin has taken", FOUR, { b: resolved, c: taken }, "b", "d"],
  [
    "one that is taken, if no other is left",
    FOUR.slice(0, 3),
    { a: resolved, b: resolved, c: taken },
    "b",
    "c",
  ],
  ["the first before it, if none follows", FOUR, { d: resolved, a: resolved }, "d", "b"],
  ["the first of the list, for a report that is not in it", FOUR, {}, "elsewhere", "a"],
  ["none, if all are resolved", [report("a", "resolved"), report("b")], { b: resolved }, "b", null],
  ["none in an empty list", [], {}, "a", null],
])("after a decision the desk goes on with %s", (_title, reports, changes, from, expected) => {
  expect(findNextOpen(reports, changes, from)).toBe(expected);
});
