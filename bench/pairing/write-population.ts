/**
 * Writes a generated population to a file, record by record: `node bench/pairing/write-population.ts NAME SIZE SEED
 * FILE`.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import {
  DATE,
  generate,
  POPULATIONS,
  type PopulationName,
} from "../../matching/tests/oracle/populations.ts";

const FLUSH_AT = 1 << 20;

export function writePopulation(
  name: PopulationName,
  size: number,
  seed: number,
  path: string,
): void {
  const file = openSync(path, "w");
  let buffered = `{"date":"${DATE}","members":[`;
  let section = "members";
  let first = true;
  const put = (wanted: string, record: string) => {
    if (section !== wanted) {
      if (section === "recentPairs" || wanted === "members") {
        throw new Error(`${wanted} after ${section}: sections are written in order`);
      }
      // Sections without elements must be in the file too.
      if (section === "members") buffered += `\n],"blocks":[`;
      if (section !== "recentPairs" && wanted === "recentPairs") buffered += `\n],"recentPairs":[`;
      section = wanted;
      first = true;
    }
    buffered += `${first ? "\n" : ",\n"}${record}`;
    first = false;
    if (buffered.length < FLUSH_AT) return;
    writeSync(file, buffered);
    buffered = "";
  };
  generate(name, size, seed, {
    member: (member) => put("members", JSON.stringify(member)),
    block: (a, b) => put("blocks", JSON.stringify([a, b])),
    recentPair: (a, b) => put("recentPairs", JSON.stringify([a, b])),
  });
  if (section === "members") buffered += `\n],"blocks":[`;
  if (section !== "recentPairs") buffered += `\n],"recentPairs":[`;
  writeSync(file, `${buffered}\n]}\n`);
  closeSync(file);
}

if (import.meta.main ?? process.argv[1]?.endsWith("write-population.ts")) {
  const [name, size, seed, path] = process.argv.slice(2);
  if (!POPULATIONS.includes(name as PopulationName) || !path) {
    console.error(
      `Usage: node bench/pairing/write-population.ts ${POPULATIONS.join("|")} SIZE SEED FILE`,
    );
    process.exitCode = 1;
  } else {
    writePopulation(name as PopulationName, Number(size), Number(seed), path);
  }
}
