import { expect, it } from "vitest";
import {
  type MatchResult,
  matchPopulation,
  PopulationBuilder,
  type VertexRow,
} from "../src/index.ts";
import { Random } from "../src/random.ts";
import { checkValidity } from "./oracle/check.ts";
import { matchHeaviest } from "./oracle/heaviest.ts";
import {
  countApart as countApartIn,
  giveLanguages,
  searchFewestApart,
} from "./oracle/languages.ts";
import { collect } from "./oracle/populations.ts";
import { AGES, pairInput } from "./oracle/run-engine.ts";
import { simulateDays } from "./oracle/simulate-days.ts";

const member = (key: number, rest: Partial<VertexRow> = {}): VertexRow => ({
  key,
  gender: null,
  preferredMatchGender: null,
  dob: "1990-01-01",
  minimumAge: null,
  maximumAge: null,
  latitude: null,
  longitude: null,
  distance: null,
  waited: 0,
  ...rest,
});

function match(rows: VertexRow[], recent: [number, number][] = [], seed = "seed"): MatchResult {
  const builder = new PopulationBuilder({ date: "2026-11-24", ages: AGES });
  for (const row of rows) builder.add(row);
  for (const [one, other] of recent) builder.addRecentPair(one, other);
  return matchPopulation(builder.build(), { seed });
}

const pairsOf = ({ pairs }: MatchResult) =>
  Array.from(
    { length: pairs.length / 2 },
    (_, i) => [pairs[2 * i] ?? -1, pairs[2 * i + 1] ?? -1] as const,
  );

function countApart(rows: VertexRow[], result: MatchResult): number {
  const languages = new Map(rows.map((row) => [row.key, row.languages ?? []]));
  return pairsOf(result).filter(([a, b]) => {
    const [one = [], other = []] = [languages.get(a), languages.get(b)];
    return one.length > 0 && other.length > 0 && !one.some((code) => other.includes(code));
  }).length;
}

/** 60 % of the members name one language, 25 % up to two, and the others up to three. Some have a wait. */
function createRows(size: number, seed: string): VertexRow[] {
  const random = new Random(seed);
  const pick = () => `l${Math.floor(40 ** (random.below(1_000) / 1_000)) - 1}`;
  return Array.from({ length: size }, (_, key) => {
    const share = random.below(100);
    const count = share < 60 ? 1 : share < 85 ? 2 : 3;
    const languages = [...new Set(Array.from({ length: count }, pick))];
    const gender = random.below(2) === 0 ? "Female" : "Male";
    const preferredMatchGender = gender === "Female" ? "Male" : "Female";
    const waited = random.below(4) === 0 ? random.below(5) : 0;
    const utcOffset = (random.below(24) - 11) * 60;
    return member(key, { languages, gender, preferredMatchGender, waited, utcOffset });
  });
}

it("if no member has named a language, the pairs are the same as without the field", () => {
  const rows = createRows(500, "none").map(({ languages: _, ...row }) => row);
  const plain = match(rows);
  for (const languages of [[], null]) {
    expect(match(rows.map((row) => ({ ...row, languages })))).toEqual({
      ...plain,
      work: expect.any(Number),
    });
  }
});

it.each(["a", "b", "c"])(
  "languages change neither the numbers of pairs and repeats nor the waits of those left out, and few pairs lack a common language: %s",
  (seed) => {
    const rows = createRows(1_000, seed);
    const plainRows = rows.map(({ languages: _, ...row }) => row);
    const recent = pairsOf(match(plainRows, [], "before"))
      .slice(0, 250)
      .map(([a, b]): [number, number] => [a, b]);
    const plain = match(plainRows, recent);
    const result = match(rows, recent);
    const counts = ({ pairs, repeats, thresholds, provenMaximum, unmatched }: MatchResult) => ({
      pairs: pairs.length,
      repeats,
      thresholds,
      provenMaximum,
      waitsOfUnmatched: Array.from(unmatched, (key) => rows[key]?.waited).sort(),
    });
    expect(counts(result)).toEqual(counts(plain));
    const byChance = countApart(rows, plain);
    expect(byChance).toBeGreaterThan(250);
    expect(countApart(rows, result)).toBeLessThanOrEqual(byChance / 10);
  },
);

it("the longer wait decides between two rivals, and a common language does if their waits are equal", () => {
  const [german, french] = [["de"], ["fr"]];
  const three = (waited: number) => [
    member(1, { gender: "Female", preferredMatchGender: "Male", languages: german }),
    member(2, { gender: "Male", preferredMatchGender: "Female", languages: german }),
    member(3, { gender: "Male", preferredMatchGender: "Female", languages: french, waited }),
  ];
  for (const seed of Array.from({ length: 20 }, (_, i) => `${i}`)) {
    expect([...match(three(0), [], seed).unmatched]).toEqual([3]);
    expect([...match(three(1), [], seed).unmatched]).toEqual([2]);
    expect([...match(three(0), [[1, 2]], seed).unmatched]).toEqual([2]);
  }
  // A member who has named no language is as good a partner as one with a common language.
  const withNone = three(0).map((row) => (row.key === 3 ? { ...row, languages: [] } : row));
  const left = Array.from({ length: 40 }, (_, i) => match(withNone, [], `${i}`).unmatched[0]);
  expect(new Set(left)).toEqual(new Set([2, 3]));
});

it("over twelve nights, languages cause no avoidable wait and don't make the longest wait longer", () => {
  const plain = collect("realistic", 200, 3);
  const spoken = { ...plain, members: giveLanguages(plain.members, 3, false) };
  const without = simulateDays(plain, 12);
  const withLanguages = simulateDays(spoken, 12, (input, output) => {
    expect(checkValidity(input, output).problems).toEqual([]);
  });
  expect(withLanguages.avoidableWaits).toBe(0);
  expect(withLanguages.longestWait).toBeLessThanOrEqual(without.longestWait);
  expect(withLanguages.pairs).toEqual(without.pairs);
  expect(withLanguages.repeats).toEqual(withLanguages.fewestRepeats);
});

it.each([
  ["without a limit", {}],
  ["near each other", { latitude: 50, longitude: 8, distance: 50 }],
])(
  "matching two groups without a common language takes far less work than comparing all members: %s",
  (_, place) => {
    const rows = Array.from({ length: 6_000 }, (_, key) => {
      const [gender, preferredMatchGender] =
        key % 2 === 0 ? ["Female", "Male"] : ["Male", "Female"];
      const languages = [key % 2 === 0 ? "de" : "fr"];
      return member(key, { gender, preferredMatchGender, languages, ...place });
    });
    const result = match(rows);
    expect(result.pairs).toHaveLength(6_000);
    // If each member's search visited all members of the opposite group, there would be 18 million visits.
    expect(result.work).toBeLessThan(3e6);
  },
);

it("two members without a common language are paired only if there is no other choice", () => {
  const [german, french] = [["de"], ["fr", "it"]];
  expect(
    match([member(1, { languages: german }), member(2, { languages: french })]).pairs,
  ).toHaveLength(2);
  const rows = [
    member(1, { languages: german }),
    member(2, { languages: french }),
    member(3),
    member(4, { languages: ["de", "fr"] }),
  ];
  for (const seed of Array.from({ length: 20 }, (_, i) => `${i}`)) {
    const result = match(rows, [], seed);
    expect(result.pairs).toHaveLength(4);
    expect(countApart(rows, result)).toBe(0);
  }
});

it("a common language counts less than avoiding a repeat and more than common waking hours", () => {
  const speakers = [
    member(1, { languages: ["de"], utcOffset: 0 }),
    member(2, { languages: ["de"], utcOffset: 12 * 60 }),
    member(3, { languages: ["fr"], utcOffset: 0 }),
    member(4, { languages: ["fr"], utcOffset: 12 * 60 }),
  ];
  for (const seed of Array.from({ length: 20 }, (_, i) => `${i}`)) {
    expect(countApart(speakers, match(speakers, [], seed))).toBe(0);
    const repeats: [number, number][] = [
      [1, 2],
      [3, 4],
    ];
    const result = match(speakers, repeats, seed);
    expect([result.repeats, countApart(speakers, result)]).toEqual([0, 2]);
  }
});

it.each([
  "realistic",
  "skewed",
  "scarce",
  "chains",
  "dense-blocks",
  "few-fresh",
  "open-odd",
] as const)(
  "the engine leaves hardly more pairs without a common language than an exact search does: %s",
  (population) => {
    for (const seed of [1, 2]) {
      const plain = collect(population, 200, seed);
      const input = { ...plain, members: giveLanguages(plain.members, seed, false) };
      const output = pairInput(input, seed);
      const fewest = searchFewestApart(input);
      const found = countApartIn(input, output);
      expect(checkValidity(input, output).problems).toEqual([]);
      expect([output.pairs.length, output.result.repeats]).toEqual([fewest.pairs, fewest.repeats]);
      expect(found).toBeGreaterThanOrEqual(fewest.apart);
      expect(found).toBeLessThanOrEqual(1 + 1.1 * fewest.apart);
      expect(fewest.apart).toBeLessThanOrEqual(countApartIn(input, pairInput(plain, seed)));
    }
  },
);

it("the exact search finds the heaviest matching of any small graph", () => {
  const random = new Random("heaviest");
  for (let round = 0; round < 400; round++) {
    const size = 2 + random.below(7);
    const greatest = round % 2 === 0 ? 3 : 20;
    const weights = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < a; b++) {
        const weight = random.below(10) < 6 ? 1 + random.below(greatest) : 0;
        (weights[a] as number[])[b] = weight;
        (weights[b] as number[])[a] = weight;
      }
    }
    const weightOf = (a: number, b: number) => weights[a]?.[b] ?? 0;
    const mates = matchHeaviest(size, weightOf);
    let found = 0;
    mates.forEach((b, a) => {
      if (b === -1) return;
      expect(mates[b]).toBe(a);
      if (b > a) found += weightOf(a, b);
    });
    const best = (rest: number[]): number => {
      const [a, ...others] = rest;
      if (a === undefined) return 0;
      const paired = others.map(
        (b) => weightOf(a, b) + best(others.filter((other) => other !== b)),
      );
      return Math.max(best(others), ...paired);
    };
    expect(found).toBe(best(Array.from({ length: size }, (_, v) => v)));
  }
});
