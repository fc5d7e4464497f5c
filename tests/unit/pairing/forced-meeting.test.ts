import { expect, it } from "vitest";
import {
  ATTACKS,
  type Attack,
  countMeetings,
  type Rule,
} from "../../../bench/pairing/forced-meeting.ts";

const byName = (name: string) => ATTACKS.find((attack) => attack.name.startsWith(name)) as Attack;
const count = (name: string, rule: Rule, men: number) =>
  countMeetings(byName(name), { rule, men, trials: 20 });

it("waiting on purpose forces no meeting if partners are scarce, but would without the guards", () => {
  const attack = "two, left out on purpose for six nights, then her age";
  expect(count(attack, "flag", 50).first).toBeGreaterThan(8);
  expect(count(attack, "unguarded", 50).first).toBeGreaterThan(8);
  expect(count(attack, "now", 50)).toEqual({ first: 0, four: 0 });
});

it("with enough partners, waiting on purpose leads to no more meetings than not waiting", () => {
  const without = count("two accounts, her age", "now", 25).first;
  for (const nights of ["a night", "six nights"]) {
    const waiting = count(`two, left out on purpose for ${nights}, then her age`, "now", 25).first;
    expect(waiting).toBeLessThanOrEqual(without + 2);
  }
});
