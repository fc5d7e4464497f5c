/**
 * Is chance fair in large groups? `node bench/pairing/chance.ts [--seeds 700] [--only open]` pairs
 * groups of more than 12,000 members whom the rule can't tell apart, seed after seed, and holds two counts against what
 * equal chances would give: how often each member is paired, and with whom some chosen members are. There are
 * too many pairs to count each, so the partners are counted by shelf: the order of keys cut in parts.
 */
import { parseArgs } from "node:util";
import { matchPopulation, type Population, PopulationBuilder } from "../../core/matching/index.ts";

/** Members whose partners are counted. */
const CHOSEN = 60;
const SHELVES = 20;

interface Group {
  name: string;
  men: number;
  women: number;
  /** All members at one place and with a limit: in the space tree instead of the buckets. */
  placed: boolean;
  /** Of all ages, few of them old: without age preferences the graph is the same. Keys are in the order of ages. */
  aged: boolean;
}

const GROUPS: Group[] = [
  { name: "open", men: 8400, women: 4200, placed: false, aged: false },
  { name: "placed", men: 8400, women: 4200, placed: true, aged: false },
  { name: "of all ages", men: 8400, women: 4200, placed: false, aged: true },
];

function build({ men, women, placed, aged }: Group): Population {
  const builder = new PopulationBuilder({ pairingDate: "2026-03-01", expectedSize: men + women });
  for (let key = 0; key < men + women; key++) {
    // One woman to two men, so that neither kind has the low keys.
    const isMan = key % 3 !== 2;
    builder.add({
      key,
      gender: isMan ? "Male" : "Female",
      preferredMatchGender: isMan ? "Female" : "Male",
      dob: aged ? `${2007 - Math.floor((key / (men + women)) ** 2.2 * 60)}-01-01` : "1990-01-01",
      minimumAge: null,
      maximumAge: null,
      latitude: placed ? 50 : null,
      longitude: placed ? 10 : null,
      distance: placed ? 25 : null,
      waited: 0,
    });
  }
  return builder.build();
}

/** How far a chi-square is from what chance would give, in standard deviations (Wilson and Hilferty). */
function deviationOf(sum: number, freedom: number): number {
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(sum / freedom) - (1 - spread)) / Math.sqrt(spread);
}

interface Test {
  sum: number;
  freedom: number;
}

function test(group: Group, seeds: number): { pairs: number; paired: Test; partners: Test } {
  const size = group.men + group.women;
  const population = build(group);
  const paired = new Int32Array(size);
  const shelves = new Int32Array(CHOSEN * SHELVES);
  // Women are all paired: the chosen are spread over their keys.
  const chosen = new Map<number, number>();
  for (let c = 0; c < CHOSEN; c++) chosen.set(3 * Math.floor((group.women * c) / CHOSEN) + 2, c);
  let pairs = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const result = matchPopulation(population, { seed });
    pairs += result.pairs.length / 2;
    for (let i = 0; i < result.pairs.length; i++) {
      const key = result.pairs[i] as number;
      paired[key] = (paired[key] as number) + 1;
      const c = chosen.get(key);
      if (c === undefined) continue;
      const at = c * SHELVES + Math.floor(((result.pairs[i ^ 1] as number) * SHELVES) / size);
      shelves[at] = (shelves[at] as number) + 1;
    }
  }
  // Each man is paired as often as not; all women always.
  const share = group.women / group.men;
  let sum = 0;
  for (let key = 0; key < size; key++) {
    if (key % 3 !== 2) sum += ((paired[key] as number) - seeds * share) ** 2;
  }
  const expected = seeds / SHELVES;
  let shelved = 0;
  for (const count of shelves) shelved += (count - expected) ** 2 / expected;
  return {
    pairs: pairs / seeds,
    paired: { sum: sum / (seeds * share * (1 - share)), freedom: group.men - 1 },
    partners: { sum: shelved, freedom: CHOSEN * (SHELVES - 1) },
  };
}

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "700" }, only: { type: "string" } },
});
const seeds = Number(values.seeds);
console.log(
  "| Group | Members | Pairs | Seeds | Who is paired: χ² (freedom) | With whom: χ² (freedom) |",
);
console.log("|---|---|---|---|---|---|");
const show = ({ sum, freedom }: Test) =>
  `${sum.toFixed(0)} (${freedom}), ${deviationOf(sum, freedom).toFixed(1)} σ`;
for (const group of GROUPS.filter(({ name }) => !values.only || values.only === name)) {
  const { pairs, paired, partners } = test(group, seeds);
  const size = (group.men + group.women).toLocaleString("en");
  console.log(
    `| ${group.name} | ${size} | ${pairs} | ${seeds} | ${show(paired)} | ${show(partners)} |`,
  );
}
