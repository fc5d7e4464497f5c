import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NODE, ROOT, run } from "~/scripts/lib/project.mjs";
import { readVitestReport } from "~/scripts/lib/test-reports.mjs";

const PLANTED = "tests/faults/support/planted";

it("a failing test of the Worker is reported once, with its line and the difference", async () => {
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
