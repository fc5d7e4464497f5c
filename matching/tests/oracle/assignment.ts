/**
 * Finds a night's best matching by the Hungarian method. It is exact only if members form two groups and nobody may
 * meet a member of their own group. Shares no code with the engine, and is fast enough to simulate years for
 * comparison.
 */
import { numberPeople, type Person } from "./rule.ts";
import type { Input } from "./types.ts";

export interface Night {
  pairs: [string, string][];
  unmatched: string[];
  repeats: number;
  fewChoices: Set<string>;
}

/**
 * Pairs as many members with the longest wait as possible, then as many with the next longest, and so on. Of such
 * matchings, it chooses one with the fewest repeats.
 * @param sideOf the member's group, 0 or 1
 * @param chance decides between equally good matchings
 */
export function assignNight(
  input: Input,
  {
    sideOf,
    chance,
    leastChoices,
  }: {
    sideOf: (person: Person) => number;
    chance: () => number;
    leastChoices: number;
  },
): Night {
  const { people, numbers, code, codes, suits } = numberPeople(input);
  const ids = [...numbers.keys()];
  const recent = codes(input.recentPairs);
  const sides: [number[], number[]] = [[], []];
  const order = people.map((_, v) => ({ v, at: chance() })).sort((a, b) => a.at - b.at);
  for (const { v } of order) sides[sideOf(people[v] as Person)]?.push(v);
  const [rows, columns] = sides.sort((a, b) => a.length - b.length);
  // The sets of members that can be paired together form a matroid. So the number of paired members for each wait is
  // the same for any gains that grow with the wait.
  const ranks = [...new Set(people.map(({ rank }) => rank))].sort((a, b) => a - b);
  const levels = people.map(({ rank }) => ranks.indexOf(rank) + 1);
  const level = (v: number) => levels[v] as number;
  const choices = new Int32Array(people.length);
  const gains = rows.map((a) =>
    Float64Array.from(columns, (b) => {
      if (!suits(a, b)) return 0;
      choices[a] = (choices[a] as number) + 1;
      choices[b] = (choices[b] as number) + 1;
      return (level(a) + level(b)) * (rows.length + 1) - Number(recent.has(code(a, b)));
    }),
  );
  const assigned = assign(gains, columns.length);
  const night: Night = { pairs: [], unmatched: [], repeats: 0, fewChoices: new Set() };
  const isPaired = new Uint8Array(people.length);
  assigned.forEach((j, i) => {
    if (gains[i]?.[j] === 0) return;
    const [a, b] = [rows[i] as number, columns[j] as number];
    isPaired[a] = 1;
    isPaired[b] = 1;
    night.pairs.push([ids[a] as string, ids[b] as string]);
    night.repeats += Number(recent.has(code(a, b)));
  });
  ids.forEach((id, v) => {
    if (isPaired[v] === 0) night.unmatched.push(id);
    if ((choices[v] as number) < leastChoices) night.fewChoices.add(id);
  });
  return night;
}

/**
 * Assigns each row a column of its own, for the greatest sum of gains (shortest augmenting paths). There must be at
 * least as many columns as rows.
 */
function assign(gains: Float64Array[], width: number): number[] {
  const rows = new Float64Array(gains.length + 1);
  const columns = new Float64Array(width + 1);
  /** By column: its row. Both are numbered from 1, and 0 stands for no row. */
  const rowOf = new Int32Array(width + 1);
  const way = new Int32Array(width + 1);
  for (let row = 1; row <= gains.length; row++) {
    rowOf[0] = row;
    let at = 0;
    const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    const isUsed = new Uint8Array(width + 1);
    do {
      isUsed[at] = 1;
      const from = rowOf[at] as number;
      const gain = gains[from - 1] as Float64Array;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= width; j++) {
        if (isUsed[j] === 1) continue;
        const slack = -(gain[j - 1] as number) - (rows[from] as number) - (columns[j] as number);
        if (slack < (least[j] as number)) {
          least[j] = slack;
          way[j] = at;
        }
        if ((least[j] as number) < step) {
          step = least[j] as number;
          next = j;
        }
      }
      for (let j = 0; j <= width; j++) {
        if (isUsed[j] === 1) {
          rows[rowOf[j] as number] = (rows[rowOf[j] as number] as number) + step;
          columns[j] = (columns[j] as number) - step;
        } else least[j] = (least[j] as number) - step;
      }
      at = next;
    } while (rowOf[at] !== 0);
    while (at !== 0) {
      const before = way[at] as number;
      rowOf[at] = rowOf[before] as number;
      at = before;
    }
  }
  const result = new Array<number>(gains.length).fill(0);
  rowOf.forEach((row, j) => {
    if (j > 0 && row > 0) result[row - 1] = j - 1;
  });
  return result;
}
