import { expect, it } from "vitest";
import { findRunAlarms } from "~/core/operations/admin-lists";
import type { AdminRunDto } from "~/core/shared/contract";

const at = (time: string) => Date.parse(`2026-03-10T${time}Z`);

function run(fields: Partial<AdminRunDto>): AdminRunDto {
  return {
    run_id: "r",
    date: "2026-03-10",
    trigger: "cron",
    state: "published",
    members: 100,
    pairs: 50,
    unmatched: 0,
    repeats: 0,
    proven_maximum: true,
    started_at: `${fields.date ?? "2026-03-10"}T00:00:01.000Z`,
    published_at: null,
    duration_ms: 10,
    ...fields,
  };
}

const yesterday = run({ date: "2026-03-09" });
const NO_RUN = "No complete run today.";
const leftOut = (of: string) => `Left out above 5 %: ${of} on 2026-03-10.`;

it.each<[string, AdminRunDto[], number, string[]]>([
  ["no run at all, at noon", [], at("12:00:00"), [NO_RUN]],
  ["no run at all, just after midnight", [], at("00:14:59.999"), []],
  ["no run at all, when it is due", [], at("00:15:00"), [NO_RUN]],
  ["yesterday's run only", [yesterday], at("12:00:00"), [NO_RUN]],
  ["today's run", [run({}), yesterday], at("12:00:00"), []],
  ["today's run, half done", [run({ state: "claimed" }), yesterday], at("12:00:00"), [NO_RUN]],
  ["today's run by an admin's trigger", [run({ trigger: "admin" })], at("12:00:00"), []],
  ["5 % left out", [run({ unmatched: 5 })], at("12:00:00"), []],
  ["6 % left out", [run({ unmatched: 6 })], at("12:00:00"), [leftOut("6 of 100 members (6 %)")]],
  ["the odd one of three left out", [run({ members: 3, unmatched: 1 })], at("12:00:00"), []],
  [
    "all three left out",
    [run({ members: 3, unmatched: 3 })],
    at("12:00:00"),
    [leftOut("3 of 3 members (100 %)")],
  ],
  ["no members", [run({ members: 0, unmatched: 0 })], at("12:00:00"), []],
  [
    "many left out yesterday, none today, oldest first",
    [run({ date: "2026-03-09", unmatched: 60 }), run({})],
    at("12:00:00"),
    [],
  ],
])("findRunAlarms gives the alarms for %s", (_, runs, now, alarms) => {
  expect(findRunAlarms(runs, now)).toEqual(alarms);
});
