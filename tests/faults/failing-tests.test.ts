import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { countPlaywright, countVitest, vitestReporters } from "~/scripts/lib/count-tests.mjs";
import { ROOT, toolEnvironment } from "~/scripts/lib/project.mjs";

const PLANTED = "tests/faults/support/planted";
const folder = mkdtempSync(join(tmpdir(), "planted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a tool as `npm test` does. */
function fail(program: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd: ROOT, encoding: "utf8", env: toolEnvironment(env) } as const;
  const { stdout, stderr, status } = spawnSync(program, args, options);
  expect(status).toBe(1);
  return stdout + stderr;
}

it("a failing test of the Worker is counted and named once, with its line and the difference", () => {
  const report = join(folder, "vitest.json");
  const how = ["run", "--config", `${PLANTED}/vitest.config.ts`, "--no-color"];
  const output = fail("vitest", [...how, ...vitestReporters(report)]);
  expect(countVitest(report)).toEqual({ passed: 0, failed: 1 });
  expect(output.match(/> fails at line 11/g)).toHaveLength(1);
  expect(output).toContain(`${PLANTED}/fails.ts:11`);
  expect(output).toMatch(/- +"status": 404/);
  expect(output).toMatch(/\+ +"status": 200/);
});

it("a failing browser test is counted and named once, with its line and the difference", () => {
  const report = join(folder, "playwright.json");
  const how = ["--config", `${PLANTED}/playwright.config.ts`, "--output", join(folder, "results")];
  const output = fail("playwright", ["test", ...how, "--reporter=dot,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 });
  // The summary at the end of Playwright's output names the test again, but without a number.
  expect(output.match(/^ +1\) .*› fails at line 4/gm)).toHaveLength(1);
  expect(output).toContain("fails-in-browser.ts:4");
  expect(output).toContain('Expected: "another answer"');
});

it("a file that can't be loaded and an error outside of a test each count as a failure", () => {
  const report = join(folder, "counts.json");
  const broken = { status: "failed", assertionResults: [] };
  const counts = { numPassedTests: 3, numFailedTests: 1, testResults: [broken] };
  writeFileSync(report, JSON.stringify(counts));
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 });
  const stats = { expected: 2, unexpected: 1, flaky: 1 };
  writeFileSync(report, JSON.stringify({ stats, errors: [{ message: "no setup" }] }));
  expect(countPlaywright(report)).toEqual({ passed: 2, failed: 3 });
  expect(() => countVitest(join(folder, "none.json"))).toThrow("no report");
});
