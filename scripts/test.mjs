/**
 * `npm test`: installs missing packages, then runs format and lint, simulated histories, types, import directions,
 * dry-run deployments, unit, Worker, fault and browser tests. The last line is `N passed, N failed`.
 * `--only NAME[,NAME]` runs some of the suites; arguments after `--` go to vitest or Playwright.
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./lib/ensure-browser.mjs";
import { ensureBuild } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ensureSecrets } from "./lib/ensure-secrets.mjs";
import {
  NODE,
  ROOT,
  run,
  runMain,
  runWrangler,
  SIMULATE,
  TOOLS,
  WRITE_TYPES,
} from "./lib/project.mjs";
import { readPlaywrightReport, readVitestReport } from "./lib/test-reports.mjs";

const tool = (/** @type {string} */ path) => join(ROOT, "node_modules", path);
// Biome colours each letter separately, so a log that is not a terminal gets no colours.
const COLOURS = process.stdout.isTTY ? [] : ["--colors=off"];
const MEMORY = "/dev/shm";
/** Bytes; more than the suites' states and browsers use together. */
const ROOM = 4 * 2 ** 30;

/** A folder in memory if the machine has the room. Otherwise each commit of the tested databases waits for the disk. */
function findTemporary() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM && freemem() > 2 * ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

const temporary = mkdtempSync(join(findTemporary(), "happenstance-test-"));
const reports = mkdtempSync(join(temporary, "reports-"));
process.env.TMPDIR = temporary;
process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/**
 * @typedef {import("./lib/project.mjs").RunOptions} RunOptions
 * @typedef {import("./lib/test-reports.mjs").Counts} Counts
 * @typedef {Partial<Counts> & Pick<Counts, "passed" | "failed">} SuiteCounts
 * @typedef {(rest: string[], how: RunOptions) => Promise<SuiteCounts>} Suite
 * @typedef {SuiteCounts & { name: string, seconds: number }} SuiteResult
 */

/**
 * Makes a suite of a tool that only passes or fails. It counts as one test.
 * @param {(how: RunOptions) => Promise<unknown>} work
 * @returns {Suite}
 */
const check = (work) => async (_rest, how) => {
  try {
    await work(how);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(messageOf(error));
    return { passed: 0, failed: 1 };
  }
};

const messageOf = (/** @type {unknown} */ error) =>
  error instanceof Error ? error.message : String(error);

/**
 * Runs a suite that writes a JSON report, and counts its tests. A suite that crashed, failed outside of its tests or
 * had no test counts as failed, whatever its report has.
 * @template Report
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, report: string, read: (json: Report) => Counts, how: RunOptions }} options
 * @returns {Promise<Counts>}
 */
async function runReported(program, args, { env, report, read, how }) {
  let isSound = true;
  try {
    await run(program, args, { env, ...how });
  } catch (error) {
    isSound = false;
    console.error(messageOf(error));
  }
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, failures: [] };
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")));
  } catch (error) {
    console.error(`No report: ${messageOf(error)}`);
  }
  if ((!isSound || counts.passed === 0) && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @type {(projects: string[], files?: string[], env?: Record<string, string>) => Suite} */
const vitest =
  (projects, files = [], env) =>
  (rest, how) => {
    const report = join(reports, `${projects.join("-")}.json`);
    const output = [`--reporter=${join(ROOT, "scripts/lib/failure-reporter.mjs")}`];
    const chosen = projects.flatMap((project) => ["--project", project]);
    const args = [tool("vitest/vitest.mjs"), "run", ...chosen, ...output, ...files, ...rest];
    return runReported(NODE, args, {
      env: { ...env, VITEST_REPORT: report },
      report,
      how,
      read: (/** @type {import("./lib/test-reports.mjs").VitestReport} */ json) =>
        readVitestReport(json, ROOT),
    });
  };

/** @type {Suite} */
const playwright = (rest, how) => {
  const report = join(reports, "e2e.json");
  return runReported(NODE, [tool("@playwright/test/cli.js"), "test", ...rest], {
    env: { E2E_REPORT: report },
    report,
    how,
    read: readPlaywrightReport,
  });
};

/**
 * `wrangler deploy --dry-run` for an environment's two Workers, which checks their configurations and bundles.
 */
const dryRun = (/** @type {string} */ environment) =>
  check(async (how) => {
    for (const config of ["wrangler.toml", "wrangler.midnight.toml"]) {
      const outdir = join(reports, environment, config);
      const args = ["deploy", "--dry-run", "--config", config, "--env", environment];
      await runWrangler([...args, "--outdir", outdir], { ...how, quiet: true });
    }
  });

/** @type {Record<string, Suite>} */
const SUITES = {
  lint: check(async (how) => {
    await run(tool("@biomejs/biome/bin/biome"), ["ci", "--error-on-warnings", ...COLOURS], how);
  }),
  // Fixed seeds, on all cores. `npm run simulate` runs other seeds.
  simulation: check(async (how) => {
    await run(NODE, [...SIMULATE, "--runs", "10000", "--seed", "20260301"], how);
    await run(NODE, [...SIMULATE, "--nights", "200", "--seed", "20260301"], how);
  }),
  types: check(async (how) => {
    // Checks that worker-configuration.d.ts is the file that `npm run build -- types` would write.
    await runWrangler([...WRITE_TYPES, "--check"], { ...how, quiet: true });
    // TypeScript 7 is six times as fast as 5.9, which stays installed because dependency-cruiser uses its API.
    const tsc = tool("typescript-7/bin/tsc");
    await run(NODE, [tsc, "--noEmit", "-p", "."], how);
    await run(NODE, [tsc, "--noEmit", "-p", "scripts"], how);
    await run(NODE, [tsc, "--noEmit", "-p", "matching"], how);
  }),
  directions: check((how) =>
    run(
      NODE,
      [
        tool("dependency-cruiser/bin/dependency-cruise.mjs"),
        "--config",
        ".dependency-cruiser.cjs",
        ...["app", "core", "db", "worker", "matching", "tests", "bench", "scripts", "tools"],
      ],
      how,
    ),
  ),
  unit: vitest(["unit"]),
  worker: vitest(["worker"]),
  "deploy-staging": dryRun("staging"),
  "deploy-production": dryRun("production"),
  faults: vitest(["faults"]),
  e2e: playwright,
  browsers: vitest(["browsers"]),
  // Many randomly generated cases, with a new seed.
  fuzz: vitest(["worker", "unit"], ["tests/worker/api/fuzz.test.ts", "tests/unit"], {
    CI: "",
    FUZZ_RUNS: process.env.FUZZ_RUNS ?? "5000",
  }),
};
/**
 * Suites that run only if they are named: one needs programs that not every machine has (`npm run test:browsers`), and
 * one takes very long.
 */
const BY_NAME_ONLY = new Set(["browsers", "fuzz"]);
const NEEDS_BUILD = new Set(["deploy-staging", "deploy-production", "faults", "e2e", "browsers"]);
/**
 * Suites that run beside one that leaves half of the machine idle: one after the other, at low priority, and printing
 * only failures.
 */
/** @type {Record<string, string[]>} */
const RUNS_ALONGSIDE = {
  worker: ["types", "directions", "deploy-staging", "deploy-production"],
};

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: "string" } },
  });
  const names = values.only
    ? values.only.split(",")
    : Object.keys(SUITES).filter((name) => !BY_NAME_ONLY.has(name));
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown suite: ${unknown.join(", ")}. There are: ${Object.keys(SUITES).join(", ")}`,
    );
  }
  /** @type {SuiteResult[]} */
  const results = [];
  await ensureInstalled();
  await ensureSecrets();
  const besideOf = (/** @type {string} */ name) =>
    (RUNS_ALONGSIDE[name] ?? []).filter((one) => names.includes(one));
  const waiting = new Set(names.flatMap(besideOf));
  for (const name of names.filter((one) => !waiting.has(one))) {
    const beside = besideOf(name);
    console.log(`\n== ${name}${beside.length > 0 ? `, beside it ${beside.join(", ")}` : ""}`);
    const runBeside = async () => {
      for (const one of beside) {
        results.push(await runSuite(one, positionals, { quiet: true, isLow: true }));
      }
    };
    const [result] = await Promise.all([runSuite(name, positionals, {}), runBeside()]);
    results.push(result);
  }
  report(results.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)));
});

/**
 * @param {string} name
 * @param {string[]} rest
 * @param {RunOptions} how
 * @returns {Promise<SuiteResult>}
 */
async function runSuite(name, rest, how) {
  const start = performance.now();
  const attempt = async () => {
    try {
      if (NEEDS_BUILD.has(name)) await ensureBuild();
      if (name === "e2e") await ensureBrowser();
      if (name === "browsers") await ensureInstalled(TOOLS);
      return (await SUITES[name]?.(rest, how)) ?? { passed: 0, failed: 1 };
    } catch (error) {
      console.error(messageOf(error));
      return { passed: 0, failed: 1 };
    }
  };
  const counts = await attempt();
  return { name, ...counts, seconds: (performance.now() - start) / 1000 };
}

/** @param {SuiteResult[]} results */
function report(results) {
  for (const { name, failures = [] } of results) {
    for (const failure of failures) {
      console.log(`\n${name}: ${failure.name}\n${failure.message.replace(/^/gm, "    ")}`);
    }
  }
  console.log("");
  for (const { name, passed, failed, seconds } of results) {
    const figures = `${passed} passed, ${failed} failed`;
    console.log(`${name.padEnd(18)} ${figures.padEnd(24)} ${seconds.toFixed(1)} s`);
  }
  const sum = (/** @type {"passed" | "failed"} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  const failed = sum("failed");
  console.log(`\n${sum("passed")} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
