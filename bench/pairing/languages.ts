/**
 * Pairs of members who share no language: as the engine makes them, by chance, and the fewest that an exact search finds;
 * and what the preference costs in work and time, beside the same population without languages.
 */
import { countApart, giveLanguages, searchFewestApart } from "../../tests/oracle/languages.ts";
import { collect, type PopulationName } from "../../tests/oracle/populations.ts";
import { ratio, takeTurns } from "./take-turns.ts";

/** Up to here the exact search ends within seconds. */
const SEARCHABLE = 1_000;
const SEED = 1;

export const LANGUAGES_HEAD = [
  "| Population | Members | Languages | Pairs | Repeats | By chance | Engine | Exact | Work | Time |",
  "|---|---|---|---|---|---|---|---|---|---|",
];

export function languagesRow(name: PopulationName, size: number, isByPlace: boolean): string {
  const plain = collect(name, size, SEED);
  const input = { ...plain, members: giveLanguages(plain.members, SEED, isByPlace) };
  const [without, withLanguages] = takeTurns([plain, input], SEED);
  const [before, now] = [without.output, withLanguages.output];
  const same = (key: "repeats" | "covered" | "coveredAtMost") =>
    before.result[key] === now.result[key];
  if (before.pairs.length !== now.pairs.length || !same("repeats") || !same("covered"))
    throw new Error(`${name} ${size}: languages cost a pair, a repeat or a priority`);
  const exact = size <= SEARCHABLE ? searchFewestApart(input, now) : null;
  if (exact && exact.repeats !== now.result.repeats)
    throw new Error(`${name}: fewer repeats exist`);
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
