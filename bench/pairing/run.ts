/**
 * Writes the pairing engine's table into README.md beside this file: `npm run bench:pairing -- [--sizes
 * 10000,100000,1000000] [--only realistic,scarce]`.
 * `--forced` counts meetings that a stranger tries to force. `--languages` counts pairs who share no language.
 * `--recorded` compares the engine with the recorded results, and `--record` writes new ones. A separate process
 * (`solve.mjs`) pairs each population, so the time includes reading and writing JSON. `--through 'taskset -c 1'` starts
 * this process by another command, for example to keep it on one core.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkValidity, findOptimum } from "../../matching/tests/oracle/check.ts";
import {
  collect,
  POPULATIONS,
  type PopulationName,
} from "../../matching/tests/oracle/populations.ts";
import { compareRecorded, recordAll } from "../../matching/tests/oracle/recorded.ts";
import { pairInput } from "../../matching/tests/oracle/run-engine.ts";
import type { Output } from "../../matching/tests/oracle/types.ts";
import { readSection, writeSection } from "../readme-section.mjs";
import { pairAtRandom, pairByScan } from "./baselines.ts";
import { printAttacks } from "./forced-meeting.ts";
import { LANGUAGES_HEAD, languagesRow, NIGHTS_HEAD, nightsRows } from "./languages.ts";
import { writePopulation } from "./write-population.ts";

const SEED = 1;
/** Up to this size, the tests' own checker proves that the result is optimal. */
const PROVABLE = 12_000;
/** Beyond this size, the plain scan takes minutes. */
const SCANNABLE = 100_000;
const FIXED_SIZE: Partial<Record<PopulationName, number>> = { tiny: 9 };
const README = fileURLToPath(new URL("README.md", import.meta.url));
const SOLVE = fileURLToPath(new URL("solve.mjs", import.meta.url));
interface Stats {
  seconds: number;
  cpuSeconds: number;
  peakBytes: number;
  thresholds: { coveredAtMost: number }[];
  repeatsAtLeast: number;
}

function solve({ folder, through }: How): Stats {
  const [file, out, stats] = ["population", "result", "stats"].map((name) =>
    join(folder, `${name}.json`),
  ) as [string, string, string];
  const [command = "", ...before] = [...through, process.execPath];
  const files = ["--in", file, "--out", out, "--stats", stats];
  const args = [...before, "--disable-warning=ExperimentalWarning", SOLVE, ...files];
  const ran = spawnSync(command, [...args, "--seed", String(SEED)], { stdio: "inherit" });
  if (ran.status !== 0) throw new Error("solve.mjs failed");
  return JSON.parse(readFileSync(stats, "utf8")) as Stats;
}

interface How {
  folder: string;
  through: string[];
}

function measure(name: PopulationName, size: number, how: How): string {
  const { folder } = how;
  writePopulation(name, size, SEED, join(folder, "population.json"));
  const stats = solve(how);
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
  ];
  return `| ${cells.join(" | ")} |`;
}

const HEAD = [
  "| Population | Members | Pairs | Share | Priority covered | Repeats | Proven | Random greedy | Plain scan | Time | Memory |",
  "|---|---|---|---|---|---|---|---|---|---|---|",
];

function keepRow(section: string, row: string): void {
  const rows = readSection(README, section);
  if (!rows) return;
  const nameOf = (line: string) => line.split("|")[1]?.trim() as PopulationName;
  const kept = rows.filter((line) => POPULATIONS.includes(nameOf(line)));
  const order = (line: string) => POPULATIONS.indexOf(nameOf(line));
  const others = kept.filter((line) => nameOf(line) !== nameOf(row));
  writeSection(README, section, [...HEAD, ...[...others, row].sort((a, b) => order(a) - order(b))]);
}

/** Populations whose members get languages. For those in `PLACED`, languages are also assigned by place. */
const SPEAKING = POPULATIONS.filter((name) => !["tiny", "borders", "hostile"].includes(name));
const PLACED: PopulationName[] = ["realistic", "second-day", "unanswered", "scarce"];

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000" },
    only: { type: "string" },
    through: { type: "string", default: "" },
    recorded: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    languages: { type: "boolean", default: false },
    forced: { type: "boolean", default: false },
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
  if (!values.only) {
    writeSection(README, "languages", rows);
    const nights = [...NIGHTS_HEAD, ...nightsRows()];
    console.log(`\n${nights.join("\n")}`);
    writeSection(README, "language nights", nights);
  }
  process.exit();
}
if (values.forced) {
  const rows = printAttacks(20);
  console.log(rows.join("\n"));
  writeSection(README, "forced", rows);
  process.exit();
}
const through = values.through.split(" ").filter((word) => word !== "");
const names = values.only ? (values.only.split(",") as PopulationName[]) : POPULATIONS;
const folder = mkdtempSync(join(tmpdir(), "pairing-"));
const how: How = { folder, through };
try {
  for (const size of values.sizes
    .split(",")
    .map(Number)
    .filter((size) => size > 0)) {
    console.log(`\n${HEAD.join("\n")}`);
    for (const name of names) {
      if (FIXED_SIZE[name] !== undefined && size > PROVABLE) continue;
      const row = measure(name, FIXED_SIZE[name] ?? size, how);
      console.log(row);
      keepRow(`size ${size}`, row);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
