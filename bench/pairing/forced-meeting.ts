/**
 * Can a stranger force a meeting? In a town of 30 women and 30 or 60 men, aged 22 to 51, everybody accepts everybody
 * and has been a member for long. New accounts try to meet one of the women, the target, by every means that we know.
 */
import {
  choicesForWait,
  countedLanguages,
  endsWait,
  type Wishes,
} from "../../core/pairing/forced-meetings.ts";
import { DATE, plainMember } from "../../matching/tests/oracle/populations.ts";
import { pairInput } from "../../matching/tests/oracle/run-engine.ts";
import type { Member } from "../../matching/tests/oracle/types.ts";

/**
 * `before` is an older rule: every language that two members name counts, and a member whose partner was absent always
 * has priority in the next run. `now` is the present rule for languages and for priority (docs/rules.md).
 */
const RULES = ["before", "now"] as const;
export type Rule = (typeof RULES)[number];

export interface Attack {
  name: string;
  accounts: number;
  /**
   * For this many nights before the attack, the accounts ask for an age that nobody in the town has, so that they are
   * left out.
   */
  nightsLeftOut?: number;
  /** The accounts accept the target's age plus or minus this many years. If absent, they accept any age. */
  years?: number;
  /**
   * On the night before the attack, an accomplice's account is the first account's only compatible partner, and stays
   * absent.
   */
  accomplice?: true;
  /** The accounts name a single language, which only the target and four other members name. */
  rareLanguage?: true;
  /** From the first night on, the target keeps away every account that is newer than those of the town. */
  keptAway?: true;
}

export const ATTACKS: Attack[] = [
  { name: "one account, open to all", accounts: 1 },
  { name: "one account, asking for her age and five years either way", accounts: 1, years: 5 },
  { name: "one account, asking for her age and one year either way", accounts: 1, years: 1 },
  { name: "five accounts, asking for her age and one year either way", accounts: 5, years: 1 },
  {
    name: "five accounts, six nights asking for an age that nobody has, then her age and one year either way",
    accounts: 5,
    years: 1,
    nightsLeftOut: 6,
  },
  {
    name: "one account, asking for her age and one year either way, after a partner of its own who never came",
    accounts: 1,
    years: 1,
    accomplice: true,
  },
  { name: "one account, naming only her rare language", accounts: 1, rareLanguage: true },
  { name: "five accounts, naming only her rare language", accounts: 5, rareLanguage: true },
  {
    name: "five accounts, asking for her age and one year either way, but she keeps newer accounts away",
    accounts: 5,
    years: 1,
    keptAway: true,
  },
];

const NIGHTS = 4;
/** The town has this many nights before the accounts come, so that the waits of its members are typical. */
const NIGHTS_BEFORE = 8;
const AGES = Array.from({ length: 30 }, (_, i) => 22 + i);
const RARE_SPEAKERS = 5;

const inhabitant = (i: number, gender: string, age: number): Member =>
  plainMember(i, {
    gender,
    preferred_match_gender: gender === "Male" ? "Female" : "Male",
    dob: `${2025 - age}-06-15`,
    languages: ["en"],
  });

function countLanguages(members: Member[], town: number): ReadonlySet<string> {
  const codes = new Set(members.flatMap(({ languages = [] }) => languages));
  const speakers = Array.from(codes, (code) => {
    const those = members.filter(({ languages }) => languages?.includes(code));
    const settled = those.filter(({ since }) => !since).length;
    return { code, members: those.length, settled };
  });
  return countedLanguages({ members: members.length, settled: town, speakers });
}

interface Town {
  rule: Rule;
  men: number;
}

/**
 * @returns the first night on which an account met the target, counted from 1; null if no account did in four nights
 */
function playAttack(attack: Attack, { rule, men }: Town, trial: number): number | null {
  const target = trial % AGES.length;
  const age = AGES[target] as number;
  const town = Array.from({ length: AGES.length + men }, (_, i) =>
    inhabitant(i, i < AGES.length ? "Female" : "Male", AGES[i % AGES.length] as number),
  );
  for (let i = 0; i < RARE_SPEAKERS; i++) {
    const speaker = town[(target + i * 6) % AGES.length] as Member;
    speaker.languages = ["en", "rare"];
  }
  if (attack.keptAway) (town[target] as Member).accepted_until = 0;
  const accounts = Array.from({ length: attack.accounts }, (_, i) => ({
    ...inhabitant(town.length + i, "Male", age),
    since: 1,
    ...(attack.rareLanguage ? { languages: ["rare"] } : {}),
  }));
  const nightsLeftOut = attack.nightsLeftOut ?? 0;
  const firstNight = attack.accomplice ? 0 : 1 - nightsLeftOut;
  const waits = new Map<string, number>();
  /** Members whose partner was absent on the night before. They have priority in the next run. */
  const absent = new Set<string>();
  const recentPairs: [string, string][] = [];
  for (let night = 1 - NIGHTS_BEFORE; night <= NIGHTS; night++) {
    const present = night >= firstNight ? accounts : [];
    for (const account of present) {
      const old = { ...account };
      const aim =
        attack.years === undefined ? [null, null] : [age - attack.years, age + attack.years];
      const [from, to] = night < 1 ? [79, 80] : aim;
      account.minimum_age_preference = from ?? null;
      account.maximum_age_preference = to ?? null;
      if (endsWait(toWishes(old), toWishes(account))) waits.set(account.id, 0);
    }
    const isPlanted = attack.accomplice && night === 0;
    const accomplice = { ...inhabitant(town.length + accounts.length, "Female", 80), since: 1 };
    const members = [...town, ...present, ...(isPlanted ? [accomplice] : [])].map((member) => ({
      ...member,
      waited: waits.get(member.id) ?? 0,
      partner_absent_yesterday: night === 1 && absent.has(member.id),
    }));
    const counted = rule === "now" ? countLanguages(members, town.length) : null;
    const heard = members.map((member) => ({
      ...member,
      languages: member.languages?.filter((code) => !counted || counted.has(code)) ?? [],
    }));
    const leastChoices = choicesForWait(members.length);
    const input = { date: DATE, members: heard, blocks: [], recentPairs };
    const output = pairInput(input, trial * 100 + night, { leastChoices });
    for (const id of output.pairs.flat()) waits.set(id, 0);
    members.forEach(({ id, waited }, key) => {
      const counts = !output.result.fewChoices.has(key);
      if (output.unmatched.includes(id)) waits.set(id, waited + Number(counts));
    });
    if (isPlanted) {
      const [one, other] = output.pairs.find((pair) => pair.includes(accomplice.id)) ?? [];
      const left = one === accomplice.id ? other : one;
      const key = members.findIndex(({ id }) => id === left);
      if (left && (rule === "before" || !output.result.fewChoices.has(key))) absent.add(left);
    }
    recentPairs.push(...output.pairs);
    const her = `m${target}`;
    const met = output.pairs.find((pair) => pair.includes(her))?.find((id) => id !== her);
    if (night > 0 && accounts.some(({ id }) => id === met)) return night;
  }
  return null;
}

const toWishes = (member: Member): Wishes => ({ ...member, dob: member.dob ?? "" }) as Wishes;

export function countMeetings(attack: Attack, town: Town, trials: number) {
  const nights = Array.from({ length: trials }, (_, trial) => playAttack(attack, town, trial));
  const within = (most: number) => nights.filter((night) => night !== null && night <= most).length;
  return { first: within(1), two: within(2), four: within(NIGHTS) };
}

export function printAttacks(trials: number): string[] {
  const head = RULES.flatMap((rule) => [`${rule}: first night`, "two", "four"]);
  const rows = [
    `| Men | Accounts | ${head.join(" | ")} |`,
    `|---|---|${"---|".repeat(head.length)}`,
  ];
  for (const men of [30, 60]) {
    for (const attack of ATTACKS) {
      const cells = RULES.flatMap((rule) =>
        Object.values(countMeetings(attack, { rule, men }, trials)),
      );
      rows.push(`| ${men} | ${attack.name} | ${cells.join(" | ")} |`);
    }
  }
  return rows;
}
