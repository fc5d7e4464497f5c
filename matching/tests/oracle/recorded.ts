/**
 * Recorded results of the engine for many populations. A change that keeps the behaviour gives the same pairs in the
 * same order. `npm test` compares the small cases, and `npm run bench:pairing -- --recorded` compares all. After an
 * intended change, `--record` writes the results anew.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { collect, POPULATIONS, type PopulationName } from "./populations.ts";
import { pairInput } from "./run-engine.ts";

export interface RecordedCase {
  population: PopulationName;
  size: number;
  seed: number;
  /**
   * With `parts`, memory for edges is too small to solve all repeats together. With `short`, the work limit is too low
   * for any proof.
   */
  way: "default" | "parts" | "short";
}

export type RecordedResult = string;

const SMALL_SIZES = [2, 9, 60, 400];
const LARGE_SIZES = [3_000, 12_001];
const FILE = new URL("recorded.json", import.meta.url);

/** `npm test` runs these cases, in a few seconds. */
export function listSmallCases(): RecordedCase[] {
  return POPULATIONS.flatMap((population, i) =>
    SMALL_SIZES.flatMap((size) =>
      (["default", "parts", "short"] as const).map((way) => ({
        population,
        size,
        seed: size + i,
        way,
      })),
    ),
  );
}

/** These cases take about a minute together. */
export function listLargeCases(): RecordedCase[] {
  const sized = POPULATIONS.filter((population) => population !== "tiny");
  return [
    ...LARGE_SIZES.flatMap((size) =>
      sized.map((population, i) => ({ population, size, seed: size + i, way: "default" as const })),
    ),
    { population: "second-day", size: 6_000, seed: 5, way: "parts" },
    { population: "few-fresh", size: 6_000, seed: 6, way: "parts" },
    { population: "realistic", size: 6_000, seed: 7, way: "short" },
    { population: "scarce", size: 3_000, seed: 8, way: "default" },
  ];
}

export const nameOf = ({ population, size, seed, way }: RecordedCase) =>
  `${population} ${size} seed ${seed} ${way}`;

const OPTIONS = {
  default: {},
  parts: { maxEdges: 300 },
  short: { workLimit: 20_000 },
};

export function resultOf({ population, size, seed, way }: RecordedCase): RecordedResult {
  const input = collect(population, size, seed);
  const { result } = pairInput(input, seed, OPTIONS[way]);
  const { repeats, repeatsAtLeast, thresholds, pairs, unmatched } = result;
  const covered = thresholds.at(-1)?.covered ?? 0;
  const digest = createHash("sha256").update(pairs).update(unmatched).digest("hex").slice(0, 16);
  return `${pairs.length / 2} pairs, ${repeats} of at least ${repeatsAtLeast} repeats, ${covered} covered, ${digest}`;
}

export function readRecorded(): Record<string, RecordedResult> {
  return JSON.parse(readFileSync(FILE, "utf8")) as Record<string, RecordedResult>;
}

export function writeRecorded(results: Record<string, RecordedResult>): void {
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** @returns the names of the cases that differ */
export function compareRecorded(report: (line: string) => void): string[] {
  const recorded = readRecorded();
  return [...listSmallCases(), ...listLargeCases()].map(nameAndCase).flatMap(([name, one]) => {
    const isSame = resultOf(one) === recorded[name];
    if (one.size >= 1_000) report(`${isSame ? "same" : "DIFFERENT"}: ${name}`);
    return isSame ? [] : [name];
  });
}

export function recordAll(report: (line: string) => void): void {
  const results: Record<string, RecordedResult> = {};
  for (const [name, one] of [...listSmallCases(), ...listLargeCases()].map(nameAndCase)) {
    results[name] = resultOf(one);
    if (one.size >= 1_000) report(name);
  }
  writeRecorded(results);
}

const nameAndCase = (one: RecordedCase) => [nameOf(one), one] as const;
