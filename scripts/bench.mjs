/** `npm run bench -- NAME [ARGUMENTS]`: one of the benchmarks of bench/README.md. */
import { join } from "node:path";
import { NODE, ROOT, run, runMain, TIED } from "./lib/project.mjs";

const QUIET = "--disable-warning=ExperimentalWarning";
/** A benchmark that runs in vitest. @param {string} file */
const vitest = (file) => [
  join(ROOT, "node_modules/vitest/vitest.mjs"),
  "run",
  "--config",
  "bench/vitest.config.ts",
  file,
];

/** @type {Record<string, string[]>} */
const PROGRAMS = {
  cost: ["bench/cost/cost.mjs"],
  doors: vitest("bench/doors/doors"),
  kills: vitest("bench/kills/kills"),
  night: [QUIET, "bench/night/run.ts"],
  "night-kills": vitest("bench/kills/night"),
  pages: ["bench/pages/run.mjs"],
  pairing: [QUIET, "bench/pairing/run.ts"],
  realtime: ["bench/realtime/run.ts"],
};

await runMain(async () => {
  const [name = "", ...rest] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (!program) throw new Error(`Usage: npm run bench -- ${Object.keys(PROGRAMS).join("|")} […]`);
  await run(TIED, [NODE, ...program, ...rest]);
});
