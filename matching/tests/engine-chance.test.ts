import { describe, expect, it } from "vitest";
import { matchPopulation, PopulationBuilder } from "../src/index.ts";
import { collect, plainMember } from "./oracle/populations.ts";
import { AGES, pairInput, toRow } from "./oracle/run-engine.ts";
import type { Input, Member } from "./oracle/types.ts";

const SEEDS = 700;

const man = (i: number) => plainMember(i, { gender: "Male", preferred_match_gender: "Female" });
const woman = (i: number) => plainMember(i, { gender: "Female", preferred_match_gender: "Male" });
/** Member `i` of a ring around the equator, whose distance limit reaches only the two neighbours. */
const onRing = (size: number) => (i: number) =>
  plainMember(i, {
    latitude: 0,
    longitude: (i * 360) / size,
    distance_preference: (20_100 / size) * 2 + 5,
  });

function chiSquare(
  members: Member[],
  possible: (a: number, b: number) => boolean,
  repeated = false,
) {
  const counts = new Map<string, number>();
  for (let a = 0; a < members.length; a++) {
    for (let b = a + 1; b < members.length; b++) if (possible(a, b)) counts.set(`m${a} m${b}`, 0);
  }
  const recentPairs = repeated ? [...counts.keys()].map((pair) => pair.split(" ")) : [];
  const input: Input = {
    date: "2026-03-01",
    members,
    blocks: [],
    recentPairs: recentPairs as [string, string][],
  };
  let total = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    for (const pair of pairInput(input, seed).pairs) {
      const name = pair.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))).join(" ");
      expect(counts.has(name)).toBe(true);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      total++;
    }
  }
  const expected = total / counts.size;
  let sum = 0;
  for (const count of counts.values()) sum += (count - expected) ** 2 / expected;
  return { sum, freedom: counts.size - 1 };
}

/** The 99.9 % quantile of the chi-square distribution, by the approximation of Wilson and Hilferty. */
function limitOf(freedom: number): number {
  const k = 2 / (9 * freedom);
  return freedom * (1 - k + 3.09 * Math.sqrt(k)) ** 3;
}

const make = (size: number, of: (i: number) => Member) =>
  Array.from({ length: size }, (_, i) => of(i));
const GROUPS: [string, Member[], (a: number, b: number) => boolean][] = [
  ["six members who are all compatible", make(6, (i) => plainMember(i)), () => true],
  [
    "seven members who are all compatible, one left out",
    make(7, (i) => plainMember(i)),
    () => true,
  ],
  [
    "four men and four women",
    make(8, (i) => (i < 4 ? man(i) : woman(i))),
    (a, b) => a < 4 !== b < 4,
  ],
  [
    "five men and three women",
    make(8, (i) => (i < 5 ? man(i) : woman(i))),
    (a, b) => a < 5 !== b < 5,
  ],
  ["a ring of six", make(6, onRing(6)), (a, b) => (b - a) % 6 === 1 || (b - a) % 6 === 5],
  ["a ring of seven", make(7, onRing(7)), (a, b) => (b - a) % 7 === 1 || (b - a) % 7 === 6],
];

describe("chance", () => {
  it.each(GROUPS)(
    "over 700 seeds each possible pair is equally likely: %s",
    (_name, members, possible) => {
      const { sum, freedom } = chiSquare(members, possible);
      expect(sum).toBeLessThan(limitOf(freedom));
    },
  );

  it.each(GROUPS.slice(-2))(
    "over 700 seeds each possible pair is equally likely even if every pair is a repeat: %s",
    (_name, members, possible) => {
      const { sum, freedom } = chiSquare(members, possible, true);
      expect(sum).toBeLessThan(limitOf(freedom));
    },
  );

  it("a member's position in the engine's index does not change how often they are left out", () => {
    const groups = [
      { latitude: 50, longitude: 10, distance_preference: 25 },
      { latitude: null, longitude: null, distance_preference: null },
    ];
    for (const place of groups) {
      const members = make(90, (i) => ({
        ...(i % 3 === 2 ? woman(i) : man(i)),
        ...place,
        // Members differ only in gender and age, so the trees of the engine's index are split by age alone.
        dob: `${2007 - Math.floor((i / 90) ** 2 * 50)}-01-01`,
      }));
      const input: Input = { date: "2026-03-01", members, blocks: [], recentPairs: [] };
      const paired = new Map(members.map(({ id }) => [id, 0]));
      for (let seed = 0; seed < SEEDS; seed++) {
        for (const id of pairInput(input, seed).pairs.flat()) {
          paired.set(id, (paired.get(id) ?? 0) + 1);
        }
      }
      // Each of the 60 men should be paired in half of the runs, because there are 30 women.
      let sum = 0;
      members.forEach(({ id }, i) => {
        if (i % 3 !== 2) sum += ((paired.get(id) ?? 0) - SEEDS / 2) ** 2 / (SEEDS / 4);
      });
      expect(sum).toBeLessThan(limitOf(59));
    }
  });

  it("a seed gives the same result as a number or as text, and another seed gives a different result", () => {
    const input = collect("open-odd", 601, 4);
    const first = pairInput(input, 17);
    expect(pairInput(input, "17")).toEqual(first);
    const name = (pair: [string, string]) => [...pair].sort().join(" ");
    const names = new Set(first.pairs.map(name));
    const other = pairInput(input, 18).pairs.filter((pair) => names.has(name(pair)));
    expect(other.length).toBeLessThan(names.size * 0.03);
  });

  it.each([5, 6, 7, 8])(
    "the order in which members and recent pairs are added does not change the result, population %i",
    (population) => {
      const rows = collect("realistic", 300, population);
      const results = [rows.members, [...rows.members].reverse()].map((members) => {
        const builder = new PopulationBuilder({ date: rows.date, ages: AGES });
        for (const member of members) {
          builder.add(toRow(Number(member.id.slice(1)), member));
        }
        const list = members === rows.members ? rows.recentPairs : [...rows.recentPairs].reverse();
        for (const [a, b] of list) builder.addRecentPair(Number(b.slice(1)), Number(a.slice(1)));
        const { pairs } = matchPopulation(builder.build(), { seed: "one" });
        const couples = Array.from({ length: pairs.length / 2 }, (_, i) =>
          [pairs[2 * i], pairs[2 * i + 1]].sort().join(" "),
        );
        return couples.sort();
      });
      expect(results[1]).toEqual(results[0]);
    },
  );
});
