/**
 * `npm test`: installs what is missing, then format and lint, types, import directions, dry-run
 * deployments, unit, Worker, fault and browser tests. Ends with `N passed, N failed` alone on a line.
 * `--only NAME[,NAME]` runs some of the suites; what stands after `--` goes to vitest or Playwright.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./lib/ensure-browser.mjs";
import { ensureBuild } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ensureSecrets } from "./lib/ensure-secrets.mjs";
import { NODE, ROOT, run, runMain, runWrangler } from "./lib/project.mjs";
import { readPlaywrightReport, readVitestReport } from "./lib/test-reports.mjs";

const tool = (path) => join(ROOT, "node_modules", path);
// Biome colours letter by letter, which a log that is no terminal cannot show.
const COLOURS = process.stdout.isTTY ? [] : ["--colors=off"];
const reports = mkdtempSync(join(tmpdir(), "happenstance-reports-"));

/** A tool that only says yes or no counts as one test. */
const check = (work) => async () => {
  try {
    await work();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
};

/**
 * Runs a suite that writes a JSON report, and counts by it. A suite that crashed, failed outside of
 * its tests or had no test at all has failed, whatever it counted.
 */
async function runReported(program, args, { env, report, read }) {
  let isSound = true;
  try {
    await run(program, args, { env });
  } catch (error) {
    isSound = false;
    console.error(error.message);
  }
  let counts = { passed: 0, failed: 0, failures: [] };
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")));
  } catch (error) {
    console.error(`No report: ${error.message}`);
  }
  if ((!isSound || counts.passed === 0) && counts.failed === 0) counts.failed = 1;
  return counts;
}

const vitest = (project) => (rest) => {
  const report = join(reports, `${project}.json`);
  const output = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const args = [tool("vitest/vitest.mjs"), "run", "--project", project, ...output, ...rest];
  return runReported(NODE, args, {
    report,
    read: (json) => readVitestReport(json, ROOT),
  });
};

const playwright = (rest) => {
  const report = join(reports, "e2e.json");
  return runReported(NODE, [tool("@playwright/test/cli.js"), "test", ...rest], {
    env: { E2E_REPORT: report },
    report,
    read: readPlaywrightReport,
  });
};

/** `wrangler deploy --dry-run` of an environment: its configuration and its bundle are sound. */
const dryRun = (environment) =>
  check(() =>
    runWrangler(
      ["deploy", "--dry-run", "--env", environment, "--outdir", join(reports, "worker")],
      {
        quiet: true,
      },
    ),
  );

const SUITES = {
  lint: check(() =>
    run(tool("@biomejs/biome/bin/biome"), ["ci", "--error-on-warnings", ...COLOURS]),
  ),
  types: check(() => run(NODE, [tool("typescript/bin/tsc"), "--noEmit", "-p", "."])),
  directions: check(() =>
    run(NODE, [
      tool("dependency-cruiser/bin/dependency-cruise.mjs"),
      "--config",
      ".dependency-cruiser.cjs",
      ...["app", "core", "db", "worker"],
    ]),
  ),
  unit: vitest("unit"),
  worker: vitest("worker"),
  "deploy-staging": dryRun("staging"),
  "deploy-production": dryRun("production"),
  faults: vitest("faults"),
  e2e: playwright,
};
const NEEDS_BUILD = new Set(["deploy-staging", "deploy-production", "faults", "e2e"]);

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: "string" } },
  });
  const names = values.only ? values.only.split(",") : Object.keys(SUITES);
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown suite: ${unknown.join(", ")}. There are: ${Object.keys(SUITES).join(", ")}`,
    );
  }
  const results = [];
  try {
    await ensureInstalled();
    ensureSecrets();
    for (const name of names) {
      console.log(`\n== ${name}`);
      const start = performance.now();
      const counts = await runSuite(name, positionals);
      results.push({ name, ...counts, seconds: (performance.now() - start) / 1000 });
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  report(results);
});

async function runSuite(name, rest) {
  try {
    // A type error shows better as what it is, so the build comes after the checks.
    if (NEEDS_BUILD.has(name)) await ensureBuild();
    if (name === "e2e") await ensureBrowser();
    return await SUITES[name](rest);
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}

function report(results) {
  for (const { name, failures = [] } of results) {
    for (const failure of failures) {
      console.log(`\n${name}: ${failure.name}\n${failure.message.replace(/^/gm, "    ")}`);
    }
  }
  console.log("");
  for (const { name, passed, failed, flaky, seconds } of results) {
    const again = flaky ? ` (${flaky} of them at the second try)` : "";
    const figures = `${passed} passed, ${failed} failed${again}`;
    console.log(`${name.padEnd(18)} ${figures.padEnd(24)} ${seconds.toFixed(1)} s`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failed = sum("failed");
  console.log(`\n${sum("passed")} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
