#!/usr/bin/env node
/**
 * Pairs a population from a file: `node bench/pairing/solve.mjs --in population.json --out result.json --seed N`. Reads
 * and writes as streams, because a million members are hundreds of megabytes of JSON. `--stats FILE` writes what the
 * run cost. `--work N` limits the run.
 */
import { closeSync, existsSync, openSync, writeFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { IdTable } from "./id-table.mjs";
import { readSections } from "./json-sections.mjs";

const SOURCE = new URL("../../matching/src/index.ts", import.meta.url);
const BUILT = new URL("../../build/bench/pairing-engine.mjs", import.meta.url);
const BUFFER_SIZE = 1 << 20;
/** As in core/shared/constants.ts. */
const AGES = { adult: 18, youngest: 18, oldest: 80 };

/** Loads the sources if Node strips types (22.18 and later), otherwise the build. */
async function loadEngine() {
  if (process.features.typescript) return import(SOURCE.href);
  if (existsSync(BUILT)) return import(BUILT.href);
  throw new Error("This Node doesn't run TypeScript: run `npm run build` first");
}

/** Sections can come in any order. A section that depends on a later one is read a second time. */
export async function readPopulation(path, engine) {
  const ids = new IdTable();
  let builder = null;
  let date = null;
  let membersRead = false;
  let readAgain = false;
  const open = () => {
    builder ??= new engine.PopulationBuilder({ date, ages: AGES });
    return builder;
  };
  const handleMember = (text) => {
    const member = JSON.parse(text);
    if (member === null || typeof member !== "object") return;
    const key = ids.add(JSON.stringify(member.id ?? null));
    if (key === -1) return; // The id is a duplicate.
    open().add({
      key,
      gender: member.gender ?? null,
      preferredMatchGender: member.preferred_match_gender ?? null,
      dob: member.dob ?? null,
      minimumAge: member.minimum_age_preference ?? null,
      maximumAge: member.maximum_age_preference ?? null,
      latitude: member.latitude ?? null,
      longitude: member.longitude ?? null,
      distance: member.distance_preference ?? null,
      waited: waitOf(member),
      wasUnanswered: member.partner_absent_yesterday === true,
      utcOffset: member.utc_offset ?? null,
      languages: Array.isArray(member.languages) ? member.languages.map(String) : null,
    });
  };
  const handlePair = (add) => (bytes, from, to) => {
    if (membersRead) ids.findPair(bytes, from, to, add);
    else readAgain = true;
  };
  const pairHandlers = {
    blocks: handlePair((a, b) => open().addBlock(a, b)),
    recentPairs: handlePair((a, b) => open().addRecentPair(a, b)),
  };
  const readDate = (text) => {
    date = JSON.parse(text);
  };
  // Reads the date first, wherever it is in the file, because ages depend on the date.
  readSections(path, { values: { date: readDate }, until: () => date !== null });
  readSections(path, {
    elements: {
      members: (bytes, from, to) => handleMember(bytes.utf8Slice(from, to)),
      ...pairHandlers,
    },
    ended: (name) => {
      if (name === "members") membersRead = true;
    },
  });
  membersRead = true;
  if (readAgain) readSections(path, { elements: pairHandlers });
  return { population: open().build(), ids };
}

/**
 * How many nights the member was left out since the last pairing. If the input lacks this number, it is 1 for a member
 * who was left out yesterday.
 */
function waitOf({ waited, left_out_yesterday: wasLeftOut }) {
  if (typeof waited === "number") return waited;
  return wasLeftOut === true || wasLeftOut === 1 ? 1 : 0;
}

/** Writes every member once. Minors are listed as unmatched. */
export function writeResult(path, result, ids) {
  const isEligible = new Uint8Array(ids.count);
  for (const list of [result.pairs, result.unmatched]) for (const key of list) isEligible[key] = 1;
  const file = openSync(path, "w");
  let buffer = Buffer.allocUnsafe(BUFFER_SIZE);
  let used = 0;
  const flush = () => {
    let written = 0;
    while (written < used) written += writeSync(file, buffer, written, used - written);
    used = 0;
  };
  const text = (value) => {
    used += buffer.write(value, used);
  };
  const id = (key) => {
    const size = ids.sizeOf(key);
    if (used + size + 64 > buffer.length) flush();
    if (size + 64 > buffer.length) buffer = Buffer.allocUnsafe(size * 2 + 64);
    used += ids.copy(key, buffer, used);
  };
  text('{"pairs":[');
  for (let i = 0; i < result.pairs.length; i += 2) {
    text(i === 0 ? "\n[" : ",\n[");
    id(result.pairs[i]);
    text(",");
    id(result.pairs[i + 1]);
    text("]");
  }
  text('\n],"unmatched":[');
  let first = true;
  const writeUnmatched = (key) => {
    text(first ? "\n" : ",\n");
    first = false;
    id(key);
  };
  result.unmatched.forEach(writeUnmatched);
  for (let key = 0; key < ids.count; key++) if (isEligible[key] === 0) writeUnmatched(key);
  text(`\n],"provenMaximum":${result.provenMaximum},"upperBound":${result.upperBound}}\n`);
  flush();
  closeSync(file);
}

async function main() {
  const { values } = parseArgs({
    options: {
      in: { type: "string" },
      out: { type: "string" },
      seed: { type: "string", default: "1" },
      stats: { type: "string" },
      work: { type: "string" },
    },
  });
  if (!values.in || !values.out) {
    throw new Error(
      "Usage: node bench/pairing/solve.mjs --in population.json --out result.json --seed N",
    );
  }
  const started = performance.now();
  const engine = await loadEngine();
  const { population, ids } = await readPopulation(values.in, engine);
  const read = performance.now();
  const options = { seed: values.seed };
  if (values.work) options.workLimit = Number(values.work);
  const result = engine.matchPopulation(population, options);
  const matched = performance.now();
  writeResult(values.out, result, ids);
  if (values.stats) {
    const stats = {
      members: ids.count,
      eligible: result.eligible,
      pairs: result.pairs.length / 2,
      thresholds: result.thresholds,
      repeats: result.repeats,
      repeatsAtLeast: result.repeatsAtLeast,
      provenMaximum: result.provenMaximum,
      upperBound: result.upperBound,
      work: result.work,
      readSeconds: (read - started) / 1000,
      matchSeconds: (matched - read) / 1000,
      seconds: (performance.now() - started) / 1000,
      cpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
      peakBytes: process.resourceUsage().maxRSS * 1024,
    };
    writeFileSync(values.stats, `${JSON.stringify(stats)}\n`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
