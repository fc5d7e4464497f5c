/** `npm run bench -- NAME [ARGUMENTS]`: one of the benchmarks of bench/README.md. */
import { join } from "node:path";
import { DIE_WITH_PARENT, NODE, ROOT, run, runMain } from "./lib/project.mjs";
import { watchParents } from "./lib/watch-parents.mjs";

const QUIET = "--disable-warning=ExperimentalWarning";
/**
 * A benchmark that runs in vitest.
 * @param {string} config
 * @param {string[]} filter
 */
const vitest = (config, ...filter) => [
  join(ROOT, "node_modules/vitest/vitest.mjs"),
  "run",
  "--config",
  config,
  ...filter,
];

/** @type {Record<string, string[]>} */
const PROGRAMS = {
  cost: ["bench/cost/cost.mjs"],
  kills: vitest("bench/kills/vitest.config.ts", "bench/kills/kills"),
  night: [QUIET, "bench/night/run.ts"],
  "night-kills": vitest("bench/kills/vitest.config.ts", "bench/kills/night"),
  pages: ["bench/pages/run.mjs"],
  pairing: [QUIET, "bench/pairing/run.ts"],
  realtime: ["bench/realtime/run.ts"],
};

await runMain(async () => {
  const [name = "", ...rest] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (!program) throw new Error(`Usage: npm run bench -- ${Object.keys(PROGRAMS).join("|")} […]`);
  // Ends with its parent, because an abandoned benchmark would run on for minutes, with a server of its own.
  watchParents(() => process.exit(1));
  await run(NODE, ["--import", DIE_WITH_PARENT, ...program, ...rest]);
});
