/**
 * Recorded results of the engine: 26 large populations with their seeds and sizes, and small ones of every kind. A
 * change that keeps the behaviour gives the same pairs in the same order. `recorded.json` has a digest of each result
 * beside its counts. `npm run bench:pairing -- --recorded` compares all of them, `npm test` the small ones, and
 * `--record` writes them again after an intended change.
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
   * With `parts`, too few edges are in memory to solve all repeats together. With `short`, there is too little work to
   * prove anything.
   */
  way: "default" | "parts" | "short";
}

/** Counts of pairs, repeats, their lower bound and covered members, and a digest of the pairs and the unmatched. */
export type RecordedResult = string;

const SMALL_SIZES = [2, 9, 60, 400];
const LARGE_SIZES = [3_000, 12_001];
const FILE = new URL("recorded.json", import.meta.url);

/** Lists cases that take seconds in all, as part of `npm test`. */
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

/** Lists cases that take a minute in all, by `npm run bench:pairing -- --recorded`. */
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
  // The digest depends on the order of the pairs and of the unmatched.
  const digest = createHash("sha256").update(pairs).update(unmatched).digest("hex").slice(0, 16);
  return `${pairs.length / 2} pairs, ${repeats} of at least ${repeatsAtLeast} repeats, ${covered} covered, ${digest}`;
}

export function readRecorded(): Record<string, RecordedResult> {
  return JSON.parse(readFileSync(FILE, "utf8")) as Record<string, RecordedResult>;
}

export function writeRecorded(results: Record<string, RecordedResult>): void {
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** Compares every case with its recorded result. @returns the names of those that differ */
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
