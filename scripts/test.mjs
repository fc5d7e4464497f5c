/**
 * `npm test` installs what is missing, then runs every suite. The last line is `N passed, N failed`. `--only
 * NAME[,NAME]` runs only the named suites. Arguments after `--` go to vitest or Playwright.
 */
import { mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./lib/browser.mjs";
import { countPlaywright, countVitest, vitestReporters } from "./lib/count-tests.mjs";
import { ensureBuild } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ensureSecrets } from "./lib/ensure-secrets.mjs";
import { removeAtEnd, run, runMain, TOOLS } from "./lib/project.mjs";

/**
 * @typedef {import("./lib/project.mjs").RunOptions} RunOptions
 * @typedef {(rest: string[], how: RunOptions) => Promise<import("./lib/count-tests.mjs").Counts>} Suite
 */

/** In bytes. The state folders and browsers of all suites together use less. */
const ROOM = 4 * 2 ** 30;

/** A folder in memory, if there is room. On a disk, each commit of the tested databases would wait for the disk. */
function findTemporary() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > ROOM && freemem() > 2 * ROOM ? "/dev/shm" : tmpdir();
  } catch {
    return tmpdir();
  }
}

const temporary = mkdtempSync(join(findTemporary(), "happenstance-test-"));
process.env.TMPDIR = temporary;
removeAtEnd(temporary);

/** A script of package.json that only passes or fails counts as one test. @param {string} script @returns {Suite} */
const check = (script) => async (_rest, how) => {
  await run("npm", ["run", "--silent", script], how);
  return { passed: 1, failed: 0 };
};

/**
 * A suite whose tool writes a report. The suite fails if the tool reports a failure, or if it had no test.
 * @param {"vitest" | "playwright"} tool
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Suite}
 */
const counted = (tool, args, env) => async (rest, how) => {
  const report = join(mkdtempSync(join(temporary, "report-")), "report.json");
  const reporters = tool === "vitest" ? vitestReporters(report) : ["--reporter=dot,json"];
  const all = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const isGood = await run(tool, [...args, ...reporters, ...rest], { ...how, env: all }).then(
    () => true,
    () => false,
  );
  const { passed, failed } = tool === "vitest" ? countVitest(report) : countPlaywright(report);
  return { passed, failed: failed || (isGood && passed > 0 ? 0 : 1) };
};
/** @param {string[]} projects */
const vitest = (...projects) =>
  counted("vitest", ["run", ...projects.map((p) => `--project=${p}`)]);

const FUZZED = ["tests/worker/api/fuzz.test.ts", "tests/worker/pairing/nights", "tests/unit"];
/** @type {Record<string, Suite>} */
const SUITES = {
  lint: check("lint"),
  simulation: check("test:simulation"),
  types: check("typecheck"),
  directions: check("directions"),
  unit: vitest("unit"),
  worker: vitest("worker"),
  deploy: check("deploy:check"),
  faults: vitest("faults"),
  e2e: counted("playwright", ["test"]),
  browsers: vitest("browsers"),
  fuzz: counted("vitest", ["run", "--project=worker", "--project=unit", ...FUZZED], {
    CI: "",
    FUZZ_RUNS: process.env.FUZZ_RUNS ?? "5000",
  }),
};
/** These suites run only by name: `browsers` needs programs that not every machine has, and `fuzz` takes very long. */
const BY_NAME_ONLY = ["browsers", "fuzz"];
const NEEDS_BUILD = ["deploy", "faults", "e2e", "browsers"];
/**
 * These suites run one after the other, at low priority, beside the suites of `LEAVE_ROOM`, which leave a part of the
 * machine idle. They print only failures.
 */
const BESIDE = ["simulation", "types", "directions", "deploy"];
const LEAVE_ROOM = ["lint", "unit", "worker", "faults"];

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: "string" } },
  });
  const all = Object.keys(SUITES);
  const names = values.only?.split(",") ?? all.filter((name) => !BY_NAME_ONLY.includes(name));
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown suite: ${unknown.join(", ")}. There are: ${all.join(", ")}`);
  }
  await ensureInstalled();
  await ensureSecrets();
  const lines = [""];
  const sum = { passed: 0, failed: 0 };
  /** @param {string} name @param {RunOptions} [how] */
  const runSuite = async (name, how = {}) => {
    const start = performance.now();
    console.log(`\n== ${name}`);
    let counts = { passed: 0, failed: 1 };
    try {
      if (NEEDS_BUILD.includes(name)) await ensureBuild();
      if (name === "e2e") await ensureBrowser();
      if (name === "browsers") await ensureInstalled(TOOLS);
      counts = (await SUITES[name]?.(positionals, how)) ?? counts;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    const { passed, failed } = counts;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    lines.push(`${name.padEnd(12)} ${passed} passed, ${failed} failed, ${seconds} s`);
    sum.passed += passed;
    sum.failed += failed;
  };
  const hasRoom = names.some((name) => LEAVE_ROOM.includes(name));
  const beside = names.filter((name) => hasRoom && BESIDE.includes(name));
  const others = names.filter((name) => !beside.includes(name));
  const runAll = async (/** @type {string[]} */ all, /** @type {RunOptions} */ how) => {
    for (const name of all) await runSuite(name, how);
  };
  const roomy = others.filter((name) => LEAVE_ROOM.includes(name));
  const full = others.filter((name) => !LEAVE_ROOM.includes(name));
  await Promise.all([runAll(roomy, {}), runAll(beside, { quiet: true, isLow: true })]);
  await runAll(full, {});
  console.log(`${lines.join("\n")}\n\n${sum.passed} passed, ${sum.failed} failed`);
  if (sum.failed > 0) process.exitCode = 1;
});
