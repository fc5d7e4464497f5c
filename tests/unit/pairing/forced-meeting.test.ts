import { expect, it } from "vitest";
import {
  ATTACKS,
  type Attack,
  countMeetings,
  type Rule,
} from "../../../bench/pairing/forced-meeting.ts";

const byName = (name: string) => ATTACKS.find((attack) => attack.name === name) as Attack;
const count = (name: string, rule: Rule, men = 30) =>
  countMeetings(byName(name), { rule, men }, 20);

it("without the rule on counted languages a rare language decides who meets, and with the rule it does not", () => {
  const attack = "five accounts, naming only her rare language";
  expect(count(attack, "before").first).toBeGreaterThan(8);
  expect(count(attack, "now").first).toBeLessThan(4);
});

it("accounts that get themselves left out on purpose are no likelier to meet a chosen member", () => {
  for (const men of [30, 60]) {
    const waiting = count(
      "five accounts, six nights asking for an age that nobody has, then her age and one year either way",
      "now",
      men,
    );
    expect(waiting.first).toBeLessThanOrEqual(
      count("five accounts, asking for her age and one year either way", "now", men).first + 2,
    );
  }
});

it("a member who keeps newer accounts away meets none of them", () => {
  expect(
    count(
      "five accounts, asking for her age and one year either way, but she keeps newer accounts away",
      "now",
    ),
  ).toEqual({
    first: 0,
    two: 0,
    four: 0,
  });
});
