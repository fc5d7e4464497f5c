/**
 * `npm test`: installs what is missing, then runs every suite. The last line is `N passed, N failed`.
 * `--only NAME[,NAME]` runs some of the suites; arguments after `--` go to vitest or Playwright.
 */
import { mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countPlaywright, countVitest, vitestReporters } from "./lib/count-tests.mjs";
import { ensureBrowser } from "./lib/ensure-browser.mjs";
import { ensureBuild } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ensureSecrets } from "./lib/ensure-secrets.mjs";
import { removeAtEnd, run, runMain, TOOLS } from "./lib/project.mjs";

/**
 * @typedef {import("./lib/project.mjs").RunOptions} RunOptions
 * @typedef {import("./lib/count-tests.mjs").Counts} Counts
 * @typedef {(rest: string[], how: RunOptions) => Promise<Counts>} Suite
 */

/** Bytes; more than the suites' states and browsers use together. */
const ROOM = 4 * 2 ** 30;

/** A folder in memory if the machine has the room. Otherwise each commit of the tested databases waits for the disk. */
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

/**
 * Scripts of package.json that only pass or fail. They count as one test.
 * @param {string[]} scripts
 * @returns {Suite}
 */
const check =
  (...scripts) =>
  async (_rest, how) => {
    for (const script of scripts) await run("npm", ["run", "--silent", script], how);
    return { passed: 1, failed: 0 };
  };

/**
 * A suite that writes a report.
 * @param {string[]} command
 * @param {(report: string) => { args?: string[], env?: Record<string, string> }} reporting
 * @param {(report: string) => Counts} count
 * @returns {Suite}
 */
const counted = ([program = "", ...args], reporting, count) => {
  return async (rest, how) => {
    const report = join(mkdtempSync(join(temporary, "report-")), "report.json");
    const { args: reporters = [], env } = reporting(report);
    const failure = await run(program, [...args, ...reporters, ...rest], { ...how, env }).then(
      () => null,
      (error) => error,
    );
    const { passed, failed } = count(report);
    return { passed, failed: failed || (failure || passed === 0 ? 1 : 0) };
  };
};

/** @param {string[]} args @param {Record<string, string>} [env] */
const vitest = (args, env) =>
  counted(
    ["vitest", "run", ...args],
    (report) => ({ args: vitestReporters(report), env }),
    countVitest,
  );

/** @type {Record<string, Suite>} */
const SUITES = {
  lint: check("lint"),
  // A fixed seed. `npm run simulate` runs others.
  simulation: check("test:simulation"),
  types: check("typecheck"),
  directions: check("directions"),
  unit: vitest(["--project", "unit"]),
  worker: vitest(["--project", "worker"]),
  deploy: check("deploy:check"),
  faults: vitest(["--project", "faults"]),
  e2e: counted(
    ["playwright", "test"],
    (report) => ({ args: ["--reporter=dot,json"], env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } }),
    countPlaywright,
  ),
  browsers: vitest(["--project", "browsers"]),
  // Many randomly generated cases, with a new seed.
  fuzz: vitest(
    [
      ...["--project", "worker", "--project", "unit"],
      ...["tests/worker/api/fuzz.test.ts", "tests/worker/pairing/nights", "tests/unit"],
    ],
    { CI: "", FUZZ_RUNS: process.env.FUZZ_RUNS ?? "5000" },
  ),
};
/** Suites that run only if they are named: one needs programs that not every machine has, and one takes very long. */
const BY_NAME_ONLY = ["browsers", "fuzz"];
const NEEDS_BUILD = ["deploy", "faults", "e2e", "browsers"];
/** What runs beside the Worker's tests, which leave half of the machine idle: at low priority, printing only failures. */
const BESIDE_WORKER = ["types", "directions", "deploy"];

/** @param {string} name @param {string[]} rest @param {RunOptions} how */
async function runSuite(name, rest, how = {}) {
  const start = performance.now();
  console.log(`\n== ${name}`);
  try {
    if (NEEDS_BUILD.includes(name)) await ensureBuild();
    if (name === "e2e") await ensureBrowser();
    if (name === "browsers") await ensureInstalled(TOOLS);
    return { name, start, ...(await /** @type {Suite} */ (SUITES[name])(rest, how)) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name, start, passed: 0, failed: 1 };
  }
}

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
  /** @type {string[]} */
  const lines = [];
  const sum = { passed: 0, failed: 0 };
  /** @param {string[]} suites @param {RunOptions} [how] */
  const inTurn = async (suites, how) => {
    for (const one of suites) {
      const { name, start, passed, failed } = await runSuite(one, positionals, how);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      lines.push(`${name.padEnd(12)} ${passed} passed, ${failed} failed, ${seconds} s`);
      sum.passed += passed;
      sum.failed += failed;
    }
  };
  const beside = names.includes("worker")
    ? names.filter((name) => BESIDE_WORKER.includes(name))
    : [];
  for (const name of names.filter((one) => !beside.includes(one))) {
    const low = name === "worker" ? inTurn(beside, { quiet: true, isLow: true }) : null;
    await Promise.all([inTurn([name]), low]);
  }
  console.log(`\n${lines.join("\n")}\n\n${sum.passed} passed, ${sum.failed} failed`);
  if (sum.failed > 0) process.exitCode = 1;
});
