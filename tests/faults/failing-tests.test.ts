import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NODE, ROOT, run, toolEnvironment } from "~/scripts/lib/project.mjs";
import { readPlaywrightReport, readVitestReport } from "~/scripts/lib/test-reports.mjs";

const PLANTED = "tests/faults/support/planted";
/** Loading the Worker from its sources takes seconds, or a minute on a busy machine. */
const WITHIN_MS = 240_000;

it("a failing test of the Worker is reported once, with its line and the difference", {
  timeout: WITHIN_MS,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  const report = join(folder, "report.json");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const reporter = `--reporter=${join(ROOT, "scripts/lib/failure-reporter.mjs")}`;
  const args = [vitest, "run", "--config", `${PLANTED}/vitest.config.ts`, reporter];
  try {
    const env = { VITEST_REPORT: report };
    await expect(run(NODE, args, { quiet: true, env })).rejects.toThrow("status 1");
    const { failures, failed } = readVitestReport(JSON.parse(readFileSync(report, "utf8")), ROOT);
    expect(failed).toBe(1);
    expect(failures).toHaveLength(1);
    const { name, message } = failures[0] ?? { name: "", message: "" };
    expect(name).toBe(`${PLANTED}/fails.ts › fails at line 11`);
    expect(message).toContain(`${PLANTED}/fails.ts:11`);
    expect(message.match(/AssertionError/g)).toHaveLength(1);
    expect(message).toMatch(/- +"status": 404/);
    expect(message).toMatch(/\+ +"status": 200/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("a failing browser test is reported once, with its line and the difference", () => {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  const report = join(folder, "report.json");
  const playwright = join(ROOT, "node_modules/@playwright/test/cli.js");
  const args = [
    playwright,
    "test",
    "--config",
    `${PLANTED}/playwright.config.ts`,
    "--output",
    join(folder, "results"),
  ];
  try {
    const env = toolEnvironment({ E2E_REPORT: report });
    const { stdout, status } = spawnSync(NODE, args, { cwd: ROOT, encoding: "utf8", env });
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^FAILED {2}tests\/faults\/support\/planted\/fails-in-browser\.ts › fails at line 4 \([\d.]+ s\)\n$/,
    );
    const { failures, failed } = readPlaywrightReport(JSON.parse(readFileSync(report, "utf8")));
    expect(failed).toBe(1);
    expect(failures).toHaveLength(1);
    const { name, message } = failures[0] ?? { name: "", message: "" };
    expect(name).toContain("fails-in-browser.ts › fails at line 4");
    expect(message).toContain("fails-in-browser.ts:4");
    expect(message).toContain('Expected: "another answer"');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
