/**
 * Can a stranger force a meeting by waiting? A town of 25 women and 25 or 50 men of 24 to 48 years, open to all. Accounts that
 * aim at one woman are left out on purpose for some nights, then wish for her age alone.
 */
import { choicesForWait, endsWait, type Wishes } from "../../core/pairing/wait.ts";
import { DATE, plainMember } from "../../matching/tests/oracle/populations.ts";
import { pairInput } from "../../matching/tests/oracle/run-engine.ts";
import type { Member } from "../../matching/tests/oracle/types.ts";

/**
 * `flag`: every member that the last run left out goes first, as it was before there were waits. `unguarded`: every night
 * adds to the wait, and no change ends it. `now`: as `core/pairing/wait.ts` has it.
 */
const RULES = ["flag", "unguarded", "now"] as const;
export type Rule = (typeof RULES)[number];

export interface Attack {
  name: string;
  accounts: number;
  /** Nights with wishes that no member of the town meets. */
  nightsLeftOut: number;
  /** The accounts wish for her age and that many years either way; null: for any age. */
  years: number | null;
}

export const ATTACKS: Attack[] = [
  { name: "one account, open to all", accounts: 1, nightsLeftOut: 0, years: null },
  { name: "one account, her age alone", accounts: 1, nightsLeftOut: 0, years: 1 },
  {
    name: "one account, her age and three years either way",
    accounts: 1,
    nightsLeftOut: 0,
    years: 3,
  },
  {
    name: "one account, her age and five years either way",
    accounts: 1,
    nightsLeftOut: 0,
    years: 5,
  },
  { name: "two accounts, her age alone", accounts: 2, nightsLeftOut: 0, years: 1 },
  {
    name: "two, left out on purpose for a night, then her age alone",
    accounts: 2,
    nightsLeftOut: 1,
    years: 1,
  },
  {
    name: "two, left out on purpose for six nights, then her age alone",
    accounts: 2,
    nightsLeftOut: 6,
    years: 1,
  },
  {
    name: "two, left out on purpose for six nights, then open to all",
    accounts: 2,
    nightsLeftOut: 6,
    years: null,
  },
];

const NIGHTS = 4;
/** Nights of the town by itself, so that its own waits are what they are for long. */
const NIGHTS_BEFORE = 8;
const AGES = Array.from({ length: 25 }, (_, i) => 24 + i);

const inhabitant = (i: number, gender: string, age: number): Member =>
  plainMember(i, {
    gender,
    preferred_match_gender: gender === "Male" ? "Female" : "Male",
    dob: `${2025 - age}-06-15`,
  });

/** @returns the night on which an account first met her, from 1; null where none did in four nights */
export function playAttack(
  attack: Attack,
  { rule, men, trial }: { rule: Rule; men: number; trial: number },
): number | null {
  const target = trial % AGES.length;
  const age = AGES[target] as number;
  const town = Array.from({ length: AGES.length + men }, (_, i) =>
    inhabitant(i, i < AGES.length ? "Female" : "Male", AGES[i % AGES.length] as number),
  );
  const accounts = Array.from({ length: attack.accounts }, (_, i) =>
    inhabitant(town.length + i, "Male", age),
  );
  const waits = new Map<string, number>();
  const recentPairs: [string, string][] = [];
  for (let night = 1 - NIGHTS_BEFORE; night <= NIGHTS; night++) {
    const isThere = night > -attack.nightsLeftOut;
    for (const account of isThere ? accounts : []) {
      const old = { ...account };
      const { years } = attack;
      const own = years === null ? [null, null] : [age - years, age + years];
      const aim = night < 1 ? [79, 80] : own;
      account.minimum_age_preference = aim[0] ?? null;
      account.maximum_age_preference = aim[1] ?? null;
      if (rule === "now" && endsWait(toWishes(old), toWishes(account))) waits.set(account.id, 0);
    }
    const members = [...town, ...(isThere ? accounts : [])].map((member) => ({
      ...member,
      waited: waits.get(member.id) ?? 0,
    }));
    const input = { date: DATE, members, blocks: [], recentPairs };
    const leastChoices = choicesForWait(members.length);
    const output = pairInput(input, trial * 100 + night, { leastChoices });
    for (const id of output.pairs.flat()) waits.set(id, 0);
    members.forEach(({ id, waited }, key) => {
      if (!output.unmatched.includes(id)) return;
      const counts = rule === "unguarded" || !output.result.fewChoices.has(key);
      waits.set(id, rule === "flag" ? 1 : waited + Number(counts));
    });
    recentPairs.push(...output.pairs);
    const her = `m${target}`;
    const met = output.pairs.find((pair) => pair.includes(her))?.find((id) => id !== her);
    if (accounts.some(({ id }) => id === met)) return night;
  }
  return null;
}

const toWishes = (member: Member): Wishes => ({ ...member, dob: member.dob ?? "" }) as Wishes;

/** How many of the trials met her on the first night, and within four. */
export function countMeetings(attack: Attack, of: { rule: Rule; men: number; trials: number }) {
  const nights = Array.from({ length: of.trials }, (_, trial) =>
    playAttack(attack, { ...of, trial }),
  );
  const within = (most: number) => nights.filter((night) => night !== null && night <= most).length;
  return { first: within(1), four: within(NIGHTS) };
}

export function printAttacks(trials: number): string[] {
  const head = RULES.flatMap((rule) => [`${rule}: first night`, "within four"]);
  const rows = [
    `| Men | Accounts | ${head.join(" | ")} |`,
    `|---|---|${"---|".repeat(head.length)}`,
  ];
  for (const men of [25, 50]) {
    for (const attack of ATTACKS) {
      const cells = RULES.flatMap((rule) => {
        const { first, four } = countMeetings(attack, { rule, men, trials });
        return [first, four];
      });
      rows.push(`| ${men} | ${attack.name} | ${cells.join(" | ")} |`);
    }
  }
  return rows;
}
