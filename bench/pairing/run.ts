/**
 * Prints the table of the pairing engine, and keeps it in README.md beside this file:
 * `npm run bench:pairing -- [--sizes 10000,100000,1000000] [--only realistic,scarce] [--days]`.
 * `--year [--nights 365] [--seeds 1] [--members 1000] [--exact]` plays a year of nights by the rule of now and the one before it, and draws year.svg; with `--exact` an exact search plays the rule of now as well;
 * `--languages` counts pairs of two who share no language;
 * `--forced` counts meetings that a stranger tries to force. `--recorded` compares the engine with the results on record instead, and `--record` writes those. `--against FOLDER`
 * compares its time and memory with those of another checkout instead, in turn and on the same populations.
 * Each population goes through `solve.mjs` in a process of its own, reading and writing JSON included;
 * `--through 'taskset -c 1'` starts that process by another command, e.g. to keep it on one core.
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { checkValidity, findOptimum } from "../../tests/oracle/check.ts";
import { collect, POPULATIONS, type PopulationName } from "../../tests/oracle/populations.ts";
import { compareRecorded, recordAll } from "../../tests/oracle/recorded.ts";
import { pairInput } from "../../tests/oracle/run-engine.ts";
import type { Output } from "../../tests/oracle/types.ts";
import { readSection, writeSection } from "../readme-section.mjs";
import { pairAtRandom, pairByScan } from "./baselines.ts";
import { printAttacks } from "./forced-meeting.ts";
import { LANGUAGES_HEAD, languagesRow } from "./languages.ts";
import { simulateDays } from "./simulate.ts";
import { writePopulation } from "./write-population.ts";
import { drawYears, playYear, type Rule, SCENES, YEAR_HEAD, yearRow } from "./year.ts";

const SEED = 1;
/** Up to here the checker has a proof of its own. */
const PROVABLE = 12_000;
/** The plain scan takes minutes beyond. */
const SCANNABLE = 100_000;
const FIXED_SIZE: Partial<Record<PopulationName, number>> = { tiny: 9 };
const README = fileURLToPath(new URL("README.md", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Of a comparison: how each figure is measured, and which of the rounds counts. */
const COMPARISONS = [
  // The least: what else runs on the machine only adds to it.
  { key: "cpuSeconds", rounds: 5, counts: 0, flags: [], unit: 1, digits: 2, suffix: "s" },
  // The median, without the threads of V8 and with the smallest young generation: else the peak is where the collector is late.
  {
    key: "peakBytes",
    rounds: 3,
    counts: 1,
    flags: ["--single-threaded", "--max-semi-space-size=1"],
    unit: 1e6,
    digits: 1,
    suffix: "MB",
  },
] as const;

interface Stats {
  seconds: number;
  cpuSeconds: number;
  peakBytes: number;
  engineBytes: number;
  thresholds: { coveredAtMost: number }[];
  repeatsAtLeast: number;
}

/** Pairs a population by the `solve.mjs` of a checkout, in a process of its own. @param flags of Node */
function solve(checkout: string, { folder, through }: How, flags: readonly string[] = []): Stats {
  const [file, out, stats] = ["population", "result", "stats"].map((name) =>
    join(folder, `${name}.json`),
  ) as [string, string, string];
  const [command = "", ...before] = [...through, process.execPath];
  const program = join(checkout, "bench/pairing/solve.mjs");
  const files = ["--in", file, "--out", out, "--stats", stats];
  const args = [...before, "--disable-warning=ExperimentalWarning", ...flags, program, ...files];
  const ran = spawnSync(command, [...args, "--seed", String(SEED)], { stdio: "inherit" });
  if (ran.status !== 0) throw new Error(`${program} failed`);
  return JSON.parse(readFileSync(stats, "utf8")) as Stats;
}

/**
 * Copies a checkout's `solve.mjs`, and builds its engine to one file, as a Worker has it: where Node strips the types
 * itself, that takes 20 to 40 MB more, which differ from run to run.
 */
function build(checkout: string, into: string): string {
  const room = "bench/pairing";
  cpSync(join(checkout, room), join(into, room), { recursive: true });
  const program = readFileSync(join(into, room, "solve.mjs"), "utf8");
  const [, entry, outfile] = /"..\/..\/(core.+)"[\s\S]+?"..\/..\/(build.+)"/.exec(program) ?? [];
  if (!entry || !outfile) throw new Error(`${checkout} names no engine`);
  buildSync({
    entryPoints: [join(checkout, entry)],
    outfile: join(into, outfile),
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
  });
  return into;
}

/** One row: this engine beside that of another checkout, in turn. */
function compare(name: PopulationName, size: number, engines: string[], how: How): string {
  writePopulation(name, size, SEED, join(how.folder, "population.json"));
  const cells = COMPARISONS.map(({ key, rounds, counts, flags, unit, digits, suffix }) => {
    const values = Array.from({ length: rounds }, () =>
      engines.map((engine) => solve(engine, how, ["--no-experimental-strip-types", ...flags])[key]),
    );
    const [theirs = 0, ours = 0] = engines.map(
      (_, i) => values.map((round) => round[i] ?? 0).sort((a, b) => a - b)[counts] ?? 0,
    );
    const show = (value: number) => `${(value / unit).toFixed(digits)} ${suffix}`;
    return `${show(theirs)} | ${show(ours)} | ${(ours / theirs).toFixed(3)}`;
  });
  return `| ${name} | ${size.toLocaleString("en")} | ${cells.join(" | ")} |`;
}

/** Where the files of a run are, and the command that starts its processes. */
interface How {
  folder: string;
  through: string[];
}

function measure(name: PopulationName, size: number, how: How): string {
  const { folder } = how;
  writePopulation(name, size, SEED, join(folder, "population.json"));
  const stats = solve(ROOT, how);
  const output = JSON.parse(readFileSync(join(folder, "result.json"), "utf8")) as Output;
  const input = collect(name, size, SEED);
  const verdict = checkValidity(input, output);
  if (verdict.problems.length > 0)
    throw new Error(`${name} ${size}: ${verdict.problems.slice(0, 5).join("; ")}`);
  const optimum =
    input.members.length <= PROVABLE
      ? findOptimum(input, output, pairInput(input, SEED).proofs)
      : null;
  if (optimum !== null && !optimum.proven)
    throw new Error(`${name} ${size}: the checker has no proof`);
  const most = optimum?.maximum ?? output.upperBound ?? 0;
  const share = (pairs: number) =>
    most === 0 ? "1" : (pairs / most).toFixed(pairs === most ? 0 : 4);
  const describeCovered = () => {
    const most = optimum?.coverable ?? stats.thresholds.map(({ coveredAtMost }) => coveredAtMost);
    const [first = "0 of 0", ...others] = verdict.covered.map(
      (count, i) => `${count} of ${most[i]}`,
    );
    const last = others.at(-1);
    return last === undefined ? first : `${first} left out, ${last} in all`;
  };
  const cells = [
    name,
    input.members.length.toLocaleString("en"),
    `${verdict.pairs} of ${output.provenMaximum || optimum ? "" : "at most "}${most}`,
    share(verdict.pairs),
    describeCovered(),
    `${verdict.repeats}, at least ${optimum?.fewestRepeats ?? stats.repeatsAtLeast}`,
    output.provenMaximum ? "yes" : "no",
    share(pairAtRandom(input, SEED)),
    input.members.length <= SCANNABLE ? share(pairByScan(input)) : "–",
    `${stats.seconds.toFixed(1)} s (${stats.cpuSeconds.toFixed(1)} s CPU)`,
    `${Math.round(stats.peakBytes / 1e6)} MB`,
    `${(stats.engineBytes / 1e6).toFixed(1)} MB`,
  ];
  return `| ${cells.join(" | ")} |`;
}

const HEAD = [
  "| Population | Members | Pairs | Share | Priority covered | Repeats | Proven | Random greedy | Plain scan | Time | Memory | Engine arrays |",
  "|---|---|---|---|---|---|---|---|---|---|---|---|",
];

/** Populations whose members get languages, and those of them whose members have a place. */
const SPEAKING = POPULATIONS.filter((name) => !["tiny", "borders", "hostile"].includes(name));
const PLACED: PopulationName[] = ["realistic", "second-day", "unanswered", "scarce"];

const COMPARED = [
  "| Population | Members | Before | Now | Ratio | Memory before | Now | Ratio |",
  "|---|---|---|---|---|---|---|---|",
];

function printDays(): string[] {
  const rows = [
    "| Population | Members | Days | Pairs a day | Repeats in all | Least possible | Longest wait | Avoidable waits |",
    "|---|---|---|---|---|---|---|---|",
  ];
  for (const [name, size] of [
    ["open-odd", 9],
    ["scarce", 300],
    ["few-fresh", 280],
    ["skewed", 300],
  ] as const) {
    const report = simulateDays(collect(name, size, SEED), 30);
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    rows.push(
      `| ${name} | ${size} | ${report.days} | ${(sum(report.pairs) / report.days).toFixed(1)} | ${sum(report.repeats)} | ${sum(report.fewestRepeats)} | ${report.longestWait} | ${report.avoidableWaits} |`,
    );
  }
  return rows;
}

/** @param of.only names of populations, or `of.members` another size: then neither picture nor table is kept */
function printYears(of: {
  nights: number;
  seeds: number[];
  only: string[] | undefined;
  members: number | undefined;
  isExact: boolean;
}): void {
  const { nights, seeds, only, members, isExact } = of;
  const rows = [...YEAR_HEAD];
  console.log(rows.join("\n"));
  const years: Parameters<typeof drawYears>[0] = [];
  for (const one of SCENES.filter(({ name }) => !only || only.includes(name))) {
    const scene = { ...one, members: members ?? one.members };
    for (const seed of seeds) {
      const play = (rule: Rule) => {
        const year = playYear(scene, { rule, nights, seed });
        const row = yearRow(scene, rule, nights, year);
        rows.push(row);
        console.log(row);
        return year;
      };
      const played = { scene, before: play("before"), now: play("now") };
      if (isExact && scene.hasTwoSides) play("exact");
      if (seed === seeds[0]) years.push(played);
    }
  }
  if (only || members) return;
  writeSection(README, "year", rows);
  writeFileSync(fileURLToPath(new URL("year.svg", import.meta.url)), drawYears(years));
}

/** Replaces the row of one population in a table that is kept. */
function keepRow(section: string, row: string): void {
  const rows = readSection(README, section);
  if (!rows) return;
  const nameOf = (line: string) => line.split("|")[1]?.trim() as PopulationName;
  const kept = rows.filter((line) => POPULATIONS.includes(nameOf(line)));
  const order = (line: string) => POPULATIONS.indexOf(nameOf(line));
  const others = kept.filter((line) => nameOf(line) !== nameOf(row));
  writeSection(README, section, [...HEAD, ...[...others, row].sort((a, b) => order(a) - order(b))]);
}

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000" },
    only: { type: "string" },
    days: { type: "boolean", default: false },
    through: { type: "string", default: "" },
    recorded: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    against: { type: "string" },
    year: { type: "boolean", default: false },
    forced: { type: "boolean", default: false },
    languages: { type: "boolean", default: false },
    nights: { type: "string", default: "365" },
    seeds: { type: "string", default: "1" },
    members: { type: "string" },
    exact: { type: "boolean", default: false },
  },
});
if (values.record) {
  recordAll(console.log);
  process.exit();
}
if (values.recorded) {
  const different = compareRecorded(console.log);
  console.log(different.length === 0 ? "All as recorded." : `Different: ${different.join("; ")}`);
  process.exit(different.length === 0 ? 0 : 1);
}
if (values.forced) {
  const rows = printAttacks(20);
  console.log(rows.join("\n"));
  writeSection(README, "forced", rows);
  process.exit();
}
if (values.languages) {
  const names = values.only ? (values.only.split(",") as PopulationName[]) : SPEAKING;
  const rows = [...LANGUAGES_HEAD];
  console.log(rows.join("\n"));
  for (const size of values.sizes.split(",").map(Number)) {
    for (const name of names) {
      for (const isByPlace of PLACED.includes(name) ? [true, false] : [false]) {
        const row = languagesRow(name, size, isByPlace);
        rows.push(row);
        console.log(row);
      }
    }
  }
  if (!values.only) writeSection(README, "languages", rows);
  process.exit();
}
if (values.year) {
  printYears({
    nights: Number(values.nights),
    seeds: values.seeds.split(",").map(Number),
    only: values.only?.split(","),
    members: values.members === undefined ? undefined : Number(values.members),
    isExact: values.exact,
  });
  process.exit();
}
const through = values.through.split(" ").filter((word) => word !== "");
const names = values.only ? (values.only.split(",") as PopulationName[]) : POPULATIONS;
const folder = mkdtempSync(join(tmpdir(), "pairing-"));
const how: How = { folder, through };
try {
  const { against } = values;
  const engines = against
    ? [build(against, join(folder, "theirs")), build(ROOT, join(folder, "ours"))]
    : [];
  for (const size of values.sizes
    .split(",")
    .map(Number)
    .filter((size) => size > 0)) {
    console.log(`\n${(against ? COMPARED : HEAD).join("\n")}`);
    for (const name of names) {
      if (FIXED_SIZE[name] !== undefined && size > PROVABLE) continue;
      if (against) {
        console.log(compare(name, size, engines, how));
        continue;
      }
      const row = measure(name, FIXED_SIZE[name] ?? size, how);
      console.log(row);
      keepRow(`size ${size}`, row);
    }
  }
  if (values.days) {
    const rows = printDays();
    console.log(`\n${rows.join("\n")}`);
    writeSection(README, "days", rows);
  }
} finally {
  rmSync(folder, { recursive: true });
}
