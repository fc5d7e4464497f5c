/**
 * Time and memory of a level for each wait, beside the same members with one level for all who waited: with waits as they
 * are after some nights, and with waits that are spread evenly over all levels.
 */
import { MAX_WAIT } from "@happenstance/matching";
import { collect, createChance } from "../../matching/tests/oracle/populations.ts";
import { pairInput } from "../../matching/tests/oracle/run-engine.ts";
import type { Input } from "../../matching/tests/oracle/types.ts";
import { ratio, takeTurns } from "./take-turns.ts";

const SEED = 1;
/** By then the waits of a skewed population are spread as on any later night. */
const NIGHTS = 14;

export const WAITS_HEAD = [
  "| Waits | Members | Levels | Pairs | Covered | Not proven | Seconds, one level | Seconds | Time | Memory |",
  "|---|---|---|---|---|---|---|---|---|---|",
];

export function waitsRows(size: number): string[] {
  return [
    compare("of skewed, after 14 nights", afterNights(collect("skewed", size, SEED))),
    compare("of realistic, spread evenly", spreadEvenly(collect("realistic", size, SEED))),
    compare("of skewed, spread evenly", spreadEvenly(collect("skewed", size, SEED))),
  ];
}

const withWaits = (input: Input, waited: (i: number) => number): Input => ({
  ...input,
  members: input.members.map((member, i) => ({
    ...member,
    waited: waited(i),
    left_out_yesterday: waited(i) > 0,
  })),
});

/** Each night those without a partner wait one night more. */
function afterNights(input: Input): Input {
  let played = withWaits(input, () => 0);
  for (let night = 0; night < NIGHTS; night++) {
    const paired = new Set(pairInput(played, SEED + night).pairs.flat());
    const { members } = played;
    const next = members.map(({ id, waited = 0 }) => (paired.has(id) ? 0 : waited + 1));
    played = withWaits(played, (i) => Math.min(MAX_WAIT, next[i] ?? 0));
  }
  return played;
}

function spreadEvenly(input: Input): Input {
  const chance = createChance(SEED);
  const waits = input.members.map(() => Math.floor((MAX_WAIT + 1) * chance()));
  return withWaits(input, (i) => waits[i] ?? 0);
}

function compare(name: string, input: Input): string {
  const flagged = withWaits(input, (i) => Math.min(1, input.members[i]?.waited ?? 0));
  const [flag, levels] = takeTurns([flagged, input], SEED);
  const [before, { pairs, result }] = [flag.output, levels.output];
  if (before.pairs.length !== pairs.length) throw new Error(`${name}: levels cost a pair`);
  const short = result.thresholds.filter(({ covered, coveredAtMost }) => covered < coveredAtMost);
  const cells = [
    name,
    input.members.length.toLocaleString("en"),
    result.thresholds.length,
    pairs.length,
    `${result.covered} of ${result.coveredAtMost}`,
    short.length,
    flag.seconds.toFixed(2),
    levels.seconds.toFixed(2),
    ratio(levels.seconds, flag.seconds),
    ratio(result.bytes, before.result.bytes),
  ];
  return `| ${cells.join(" | ")} |`;
}
