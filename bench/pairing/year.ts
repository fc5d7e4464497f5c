/**
 * A year of nights over five populations: members come and go, pause and block. The rule of now beside the one of before,
 * which put first every member the last run had left out, on the same population with the same chance.
 */
import { choicesForWait } from "../../core/pairing/wait.ts";
import { assignNight } from "../../matching/tests/oracle/assignment.ts";
import {
  collect,
  createChance,
  DATE,
  type PopulationName,
  plainMember,
} from "../../matching/tests/oracle/populations.ts";
import { kilometres, type Person } from "../../matching/tests/oracle/rule.ts";
import { pairInput } from "../../matching/tests/oracle/run-engine.ts";
import type { Input, Member } from "../../matching/tests/oracle/types.ts";

/** `exact`: that of now, by an independent exact search in place of the engine. */
export type Rule = "before" | "now" | "exact";

export interface Scene {
  name: string;
  members: number;
  draw: (size: number, seed: number) => Member[];
  /** Whether every pair has one of two genders on each side, so that the exact search can play it. */
  hasTwoSides?: boolean;
}

const fromPopulation = (name: PopulationName, members: number): Scene => ({
  name,
  members,
  draw: (size, seed) => collect(name, size, seed).members,
});

export const SCENES: Scene[] = [
  fromPopulation("realistic", 1000),
  { ...fromPopulation("skewed", 1000), hasTwoSides: true },
  fromPopulation("scarce", 1000),
  fromPopulation("chains", 1000),
  {
    name: "one for nineteen",
    members: 300,
    hasTwoSides: true,
    draw: (size) =>
      Array.from({ length: size }, (_, i) => {
        const gender = i % 20 === 0 ? "Female" : "Male";
        return plainMember(i, {
          gender,
          preferred_match_gender: gender === "Female" ? "Male" : "Female",
        });
      }),
  },
];

/** Shares of the members per night. */
const LEAVING = 0.01;
const PAUSING = 0.01;
const MAX_PAUSE = 7;
/** Share of a night's pairs after which one blocks the other. */
const BLOCKING = 0.005;
const RECENT_NIGHTS = 30;
/** Nights with a member in them before they count in the Gini coefficient. */
const MIN_NIGHTS = 30;

export interface YearReport {
  pairs: number;
  repeats: number;
  repeatsAtLeast: number;
  longest: number;
  percentile: number;
  /** The longest time without a partner of a member with too few compatible ones, whose nights don't count. */
  longestUncounted: number;
  /** Members that a matching could have covered beyond those it did, over all nights and lengths of wait. */
  short: number;
  /** Nights on which that or the number of pairs was not proven. */
  unproven: number;
  gini: number;
  partners: number;
  medianKm: number | null;
  sharedHours: number | null;
  /** Members of all nights by nights waited. */
  waits: number[];
}

interface State {
  member: Member;
  waited: number;
  /** Nights without a partner that count, under either rule, and those that don't. */
  counted: number;
  uncounted: number;
  pausedUntil: number;
  nights: number;
  paired: number;
  partners: Set<string>;
}

/** Nights of a scene under one rule. */
export function playYear(
  scene: Scene,
  { rule, nights, seed }: { rule: Rule; nights: number; seed: number },
): YearReport {
  const { members: size } = scene;
  const chance = createChance(seed * 7919 + 1);
  // Of its own: the rules make different pairs, and members have to come and go alike.
  const chanceOfBlock = createChance(seed * 7919 + 2);
  const chanceOfTie = createChance(seed * 7919 + 3);
  // Everyone who ever comes, under ids of their own: a member who leaves is replaced by the next one.
  const newcomers = Math.ceil(size * LEAVING * nights * 1.2) + size;
  const everyone: Member[] = [];
  for (let part = 0; everyone.length < size + newcomers; part++) {
    for (const member of scene.draw(size, seed * 1000 + part)) {
      const offset = member.longitude === null ? null : Math.round(member.longitude / 15) * 60;
      everyone.push({
        ...member,
        id: `${part}:${member.id}`,
        left_out_yesterday: false,
        utc_offset: offset,
      });
    }
  }
  let next = 0;
  const join = (): State => ({
    member: everyone[next++] as Member,
    waited: 0,
    counted: 0,
    uncounted: 0,
    pausedUntil: 0,
    nights: 0,
    paired: 0,
    partners: new Set(),
  });
  const here = Array.from({ length: size }, join);
  const gone: State[] = [];
  const history: [string, string][][] = [];
  const blocks: [string, string][] = [];
  const waits: number[] = [];
  const distances: number[] = [];
  const hours: number[] = [];
  const report = { pairs: 0, repeats: 0, repeatsAtLeast: 0, short: 0, unproven: 0 };
  let longest = 0;
  let longestUncounted = 0;
  for (let night = 0; night < nights; night++) {
    for (let i = 0; i < here.length; i++) {
      if (night > 0 && chance() < LEAVING) {
        gone.push(here[i] as State);
        here[i] = join();
      }
      const state = here[i] as State;
      if (chance() < PAUSING) state.pausedUntil = night + 1 + Math.floor(chance() * MAX_PAUSE);
    }
    const taking = here.filter(({ pausedUntil }) => pausedUntil <= night);
    const byId = new Map(taking.map((state) => [state.member.id, state]));
    const input = {
      date: DATE,
      members: taking.map(({ member, waited }) => ({ ...member, waited })),
      blocks,
      recentPairs: history.slice(-RECENT_NIGHTS).flat(),
    };
    const { pairs, unmatched, fewChoices, ...counts } =
      rule === "exact" ? playExactly(input, chanceOfTie) : play(input, seed * 100_000 + night);
    report.pairs += pairs.length;
    report.repeats += counts.repeats;
    report.repeatsAtLeast += counts.repeatsAtLeast;
    report.short += counts.short;
    report.unproven += counts.unproven;
    for (const state of taking) state.nights++;
    for (const [a, b] of pairs) {
      const [one, other] = [byId.get(a) as State, byId.get(b) as State];
      for (const [state, partner] of [
        [one, b],
        [other, a],
      ] as const) {
        state.waited = 0;
        state.counted = 0;
        state.uncounted = 0;
        state.paired++;
        state.partners.add(partner);
        waits[0] = (waits[0] ?? 0) + 1;
      }
      if (chanceOfBlock() < BLOCKING) blocks.push([a, b]);
      measure(one.member, other.member, distances, hours);
    }
    const left = new Set(unmatched);
    for (const state of taking) {
      if (!left.has(state.member.id)) continue;
      const isCounted = !fewChoices.has(state.member.id);
      if (rule === "before") state.waited = 1;
      else if (isCounted) state.waited++;
      if (!isCounted) {
        longestUncounted = Math.max(longestUncounted, ++state.uncounted);
        continue;
      }
      longest = Math.max(longest, ++state.counted);
      waits[state.counted] = (waits[state.counted] ?? 0) + 1;
    }
    history.push(pairs);
  }
  const all = [...gone, ...here];
  const shares = all
    .filter((one) => one.nights >= MIN_NIGHTS)
    .map((one) => one.paired / one.nights);
  const total = waits.reduce((sum, count) => sum + (count ?? 0), 0);
  let percentile = 0;
  for (let seen = waits[0] ?? 0; seen < 0.99 * total; ) seen += waits[++percentile] ?? 0;
  const met = all.filter((one) => one.paired > 0);
  return {
    ...report,
    longest,
    longestUncounted,
    percentile,
    gini: giniOf(shares),
    partners: met.reduce((sum, one) => sum + one.partners.size / one.paired, 0) / met.length,
    medianKm: median(distances),
    sharedHours: hours.length === 0 ? null : hours.reduce((a, b) => a + b, 0) / hours.length,
    waits: Array.from(waits, (count) => count ?? 0),
  };
}

interface PlayedNight {
  pairs: [string, string][];
  unmatched: string[];
  fewChoices: Set<string>;
  repeats: number;
  repeatsAtLeast: number;
  short: number;
  unproven: number;
}

function play(input: Input, seed: number): PlayedNight {
  const leastChoices = choicesForWait(input.members.length);
  const { pairs, unmatched, result } = pairInput(input, seed, { leastChoices });
  const ids = input.members.map(({ id }) => id);
  const { repeats, repeatsAtLeast, thresholds, provenMaximum } = result;
  return {
    pairs,
    unmatched,
    fewChoices: new Set(Array.from(result.fewChoices, (key) => ids[key] as string)),
    repeats,
    repeatsAtLeast,
    short: thresholds.reduce((sum, one) => sum + one.coveredAtMost - one.covered, 0),
    unproven: Number(!provenMaximum),
  };
}

function playExactly(input: Input, chance: () => number): PlayedNight {
  const leastChoices = choicesForWait(input.members.length);
  const sideOf = ({ gender }: Person) => Number(gender === "Male");
  const night = assignNight(input, { sideOf, chance, leastChoices });
  return { ...night, repeatsAtLeast: night.repeats, short: 0, unproven: 0 };
}

function measure(a: Member, b: Member, distances: number[], hours: number[]): void {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) {
    return;
  }
  const [from, to] = [
    { latitude: a.latitude, longitude: a.longitude },
    { latitude: b.latitude, longitude: b.longitude },
  ];
  distances.push(kilometres(from, to));
  const apart = Math.abs((a.utc_offset ?? 0) - (b.utc_offset ?? 0)) / 60;
  const least = Math.min(apart, 24 - apart);
  // Awake from 8 to 23 by each one's own clock.
  hours.push(Math.max(0, 15 - least) + Math.max(0, least - 9));
}

function median(values: number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? null : (sorted[sorted.length >> 1] as number);
}

/** 0 where all are paired on the same share of their nights, towards 1 where one is on all of them. */
function giniOf(shares: number[]): number {
  const sorted = [...shares].sort((a, b) => a - b);
  const sum = sorted.reduce((a, b) => a + b, 0);
  if (sum === 0) return 0;
  const weighted = sorted.reduce((total, share, i) => total + (i + 1) * share, 0);
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}

export const YEAR_HEAD = [
  "| Population | Members | Rule | Pairs a night | Longest wait | 99th percentile | Longest with too few choices | Short | Not proven | Gini | Repeats | At least | New partners | Median km | Hours together |",
  "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
];

export function yearRow(scene: Scene, rule: Rule, nights: number, year: YearReport): string {
  const show = (value: number | null, digits: number) => value?.toFixed(digits) ?? "–";
  const cells = [
    scene.name,
    scene.members.toLocaleString("en"),
    rule,
    (year.pairs / nights).toFixed(1),
    year.longest,
    year.percentile,
    year.longestUncounted,
    year.short,
    year.unproven,
    year.gini.toFixed(3),
    year.repeats,
    year.repeatsAtLeast,
    `${Math.round(100 * year.partners)} %`,
    show(year.medianKm, 0),
    show(year.sharedHours, 1),
  ];
  return `| ${cells.join(" | ")} |`;
}

const PANEL = { width: 300, height: 130, left: 46, top: 26, gap: 18 };

/** How rare each wait is: a panel for each population, one line for each rule, the share of places on a scale of tens. */
export function drawYears(years: { scene: Scene; before: YearReport; now: YearReport }[]): string {
  const { width, height, left, top, gap } = PANEL;
  const step = height + top + gap;
  const lines: string[] = [];
  years.forEach(({ scene, before, now }, i) => {
    const y0 = 20 + i * step + top;
    const longest = Math.max(before.longest, now.longest, 4);
    const total = Math.max(...[before, now].map((one) => one.waits.reduce((a, b) => a + b, 0)));
    const decades = Math.ceil(Math.log10(total));
    const x = (nights: number) => left + (nights / longest) * width;
    const y = (share: number) => y0 + Math.min(1, -Math.log10(share) / decades) * height;
    lines.push(
      `<text x="${left}" y="${y0 - 8}" font-weight="600">${scene.name}, ${scene.members} members</text>`,
    );
    for (let tens = 0; tens <= decades; tens += 2) {
      const at = y(10 ** -tens).toFixed(1);
      lines.push(
        `<path d="M${left} ${at}h${width}" class="grid"/><text x="${left - 4}" y="${Number(at) + 4}" text-anchor="end">${tens === 0 ? "all" : `10⁻${["", "", "²", "", "⁴", "", "⁶"][tens] ?? tens}`}</text>`,
      );
    }
    for (const [rule, year] of [
      ["before", before],
      ["now", now],
    ] as const) {
      const sum = year.waits.reduce((a, b) => a + b, 0);
      let reached = sum;
      const points = Array.from({ length: year.longest + 1 }, (_, nights) => {
        const point = `${x(nights).toFixed(1)},${y(reached / sum).toFixed(1)}`;
        reached -= year.waits[nights] ?? 0;
        return point;
      });
      lines.push(`<polyline points="${points.join(" ")}" class="${rule}"/>`);
      lines.push(
        `<text x="${(x(year.longest) + 4).toFixed(1)}" y="${(Number(points.at(-1)?.split(",")[1]) + 4).toFixed(1)}" class="end ${rule}">${year.longest}</text>`,
      );
    }
  });
  const tall = 30 + years.length * step;
  const style =
    "text{font:12px system-ui,sans-serif;fill:#555}.grid{stroke:#8884;fill:none}polyline{fill:none;stroke-width:2}.before{stroke:#b4632d}.now{stroke:#2d6a8e}.end{stroke:none;font-weight:600}text.before{fill:#b4632d}text.now{fill:#2d6a8e}";
  const title = `<text x="${left}" y="16">share of places that waited this long or longer: <tspan class="before" style="fill:#b4632d;stroke:none">before</tspan>, <tspan style="fill:#2d6a8e">now</tspan></text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + left + 60} ${tall}" role="img" aria-label="Shares of places by nights waited, before and now"><style>${style}</style><rect width="100%" height="100%" fill="#fff"/>${title}${lines.join("\n")}</svg>\n`;
}
