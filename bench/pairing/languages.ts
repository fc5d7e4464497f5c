/**
 * Counts pairs of members who share no language: the engine's pairs, random pairs, and the minimum by an exact search.
 * Also measures what the preference for a shared language costs in work and time, compared with the same population
 * without languages.
 */
import {
  areApart,
  countApart,
  giveLanguages,
  searchFewestApart,
} from "../../matching/tests/oracle/languages.ts";
import { collect, type PopulationName } from "../../matching/tests/oracle/populations.ts";
import { pairInput } from "../../matching/tests/oracle/run-engine.ts";
import { simulateDays } from "../../matching/tests/oracle/simulate-days.ts";
import type { Input } from "../../matching/tests/oracle/types.ts";

/** Up to this size, the exact search ends within seconds. */
const SEARCHABLE = 1_000;
const SEED = 1;
/** Rounds in which both inputs take turns. The fastest round of each input counts. */
const ROUNDS = 3;

export const LANGUAGES_HEAD = [
  "| Population | Members | Languages | Pairs | Repeats | By chance | Engine | Exact | Work | Time |",
  "|---|---|---|---|---|---|---|---|---|---|",
];

/** @returns the engine's output, and the `seconds` of CPU time that it took */
function measure(input: Input) {
  const before = process.cpuUsage();
  const output = pairInput(input, SEED);
  return { output, seconds: process.cpuUsage(before).user / 1e6 };
}

const ratio = (one: number, other: number): string => (one / other).toFixed(2);

export function languagesRow(name: PopulationName, size: number, isByPlace: boolean): string {
  const plain = collect(name, size, SEED);
  const input = { ...plain, members: giveLanguages(plain.members, SEED, isByPlace) };
  const rounds = Array.from({ length: ROUNDS }, () => [measure(plain), measure(input)] as const);
  const fastest = (which: 0 | 1) =>
    rounds
      .map((round) => round[which])
      .reduce((one, other) => (other.seconds < one.seconds ? other : one));
  const [without, withLanguages] = [fastest(0), fastest(1)];
  const [before, now] = [without.output, withLanguages.output];
  const countsOf = ({ pairs, result }: typeof now) =>
    JSON.stringify([pairs.length, result.repeats, result.thresholds]);
  if (countsOf(before) !== countsOf(now))
    throw new Error(`${name} ${size}: languages cost a pair, a repeat or a priority`);
  const exact = size <= SEARCHABLE ? searchFewestApart(input) : null;
  if (exact && (exact.repeats !== now.result.repeats || exact.pairs !== now.pairs.length))
    throw new Error(`${name}: more pairs or fewer repeats exist`);
  const cells = [
    name,
    input.members.length.toLocaleString("en"),
    isByPlace ? "by place" : "anywhere",
    now.pairs.length,
    now.result.repeats,
    countApart(input, before),
    countApart(input, now),
    exact?.apart ?? "–",
    ratio(now.result.work, before.result.work),
    ratio(withLanguages.seconds, without.seconds),
  ];
  return `| ${cells.join(" | ")} |`;
}

const NIGHTS = 30;
/**
 * Members are divided into this many groups by the number of others with whom they share a language. The first group
 * shares a language with the fewest.
 */
const PARTS = 3;

export const NIGHTS_HEAD = [
  "| Languages | Pairs a night | Without a common one | Repeats | Longest wait | Avoidable waits | Days off: rare | middle | common |",
  "|---|---|---|---|---|---|---|---|---|",
];

/**
 * Simulates nights of the same realistic members, first without and then with their languages. The shares of days off
 * leave out members who are never paired.
 */
export function nightsRows(): string[] {
  const plain = collect("realistic", SEARCHABLE, SEED);
  const input = { ...plain, members: giveLanguages(plain.members, SEED, true) };
  const { members } = input;
  const reached = members.map((one) => members.filter((other) => !areApart(one, other)).length);
  const limits = [...reached].sort((a, b) => a - b);
  const partOf = (i: number) =>
    Math.min(PARTS - 1, Math.floor((limits.indexOf(reached[i] as number) * PARTS) / limits.length));
  return [plain, input].map((base, row) => {
    const daysOff = new Map<string, number>();
    let apart = 0;
    const played = simulateDays(base, NIGHTS, (_, output) => {
      for (const id of output.unmatched) daysOff.set(id, (daysOff.get(id) ?? 0) + 1);
      apart += countApart(input, output);
    });
    const shares = Array.from({ length: PARTS }, (_, part) => {
      const days = members
        .filter((_, i) => partOf(i) === part)
        .map(({ id }) => daysOff.get(id) ?? 0)
        .filter((count) => count < NIGHTS);
      return days.reduce((sum, count) => sum + count, 0) / days.length / NIGHTS;
    });
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    const cells = [
      row === 0 ? "not known" : "known",
      (sum(played.pairs) / NIGHTS).toFixed(1),
      (apart / NIGHTS).toFixed(1),
      sum(played.repeats),
      played.longestWait,
      played.avoidableWaits,
      ...shares.map((share) => `${(100 * share).toFixed(1)} %`),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}
