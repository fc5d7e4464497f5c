import { describe, expect, it } from "vitest";
import { readPlaywrightReport, readVitestReport } from "~/scripts/lib/test-reports.mjs";

describe("readVitestReport", () => {
  const passed = { fullName: "adds", status: "passed", failureMessages: [] };

  it("readVitestReport counts passed tests and lists no failure for them", () => {
    const testResults = [
      { name: "/project/a.test.ts", status: "passed", assertionResults: [passed] },
    ];
    const report = { numPassedTests: 1, numFailedTests: 0, testResults };
    expect(readVitestReport(report, "/project")).toEqual({
      passed: 1,
      failed: 0,
      failures: [],
    });
  });

  it("readVitestReport names a failed test, and a file that could not be loaded", () => {
    const failed = {
      fullName: "sums up",
      status: "failed",
      failureMessages: ["\u001b[31mexpected 1\u001b[39m to be 2"],
    };
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { name: "/project/a.test.ts", status: "failed", assertionResults: [passed, failed] },
        {
          name: "/project/b.test.ts",
          status: "failed",
          assertionResults: [],
          message: "no such file",
        },
      ],
    };
    expect(readVitestReport(report, "/project")).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { name: "b.test.ts", message: "no such file" },
        { name: "a.test.ts › sums up", message: "expected 1 to be 2" },
      ],
    });
  });

  it("readVitestReport cuts a long message and keeps its beginning and end", () => {
    const lines = ["first", ...Array.from({ length: 100 }, () => "x".repeat(1_000)), "last"].join(
      "\n",
    );
    const test = { fullName: "talks", status: "failed", failureMessages: [lines] };
    const testResults = [
      { name: "/project/a.test.ts", status: "failed", assertionResults: [test] },
    ];
    const report = { numPassedTests: 0, numFailedTests: 1, testResults };
    const [failure] = readVitestReport(report, "/project").failures;
    expect(failure?.message.length).toBeLessThan(10_000);
    expect(failure?.message).toMatch(/^first\n[\s\S]*\n\[80 lines\]\n[\s\S]*\nlast$/);
  });
});

describe("readPlaywrightReport", () => {
  const error = { message: "\u001b[31mnot there\u001b[39m" };
  const spec = (title: string, status: string, results: object[]) => ({
    title,
    tests: [{ status, results }],
  });

  it("readPlaywrightReport counts passed tests, and names failed tests and errors", () => {
    const suites = [
      {
        title: "a.spec.ts",
        specs: [spec("fine", "expected", [{ errors: [] }])],
        suites: [{ title: "offline", specs: [spec("lost", "unexpected", [{ errors: [error] }])] }],
      },
    ];
    const stats = { expected: 1, unexpected: 1 };
    expect(readPlaywrightReport({ stats, errors: [{ message: "no browser" }], suites })).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { name: "Playwright", message: "no browser" },
        { name: "a.spec.ts › offline › lost", message: "not there" },
      ],
    });
  });
});
