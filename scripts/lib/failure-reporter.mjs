/**
 * A reporter of vitest. It prints dots, and writes the failures to the file VITEST_REPORT, from which `npm test` prints
 * them once at its end. vitest's own JSON has neither the difference nor the line.
 */
import { writeFileSync } from "node:fs";
import { DotReporter } from "vitest/node";

/**
 * The place, the message and the difference of a failure.
 * @param {import("vitest/node").SerializedError} error
 */
function toText({ name, message, stack, stacks, diff }) {
  const [at] = stacks ?? [];
  const place = at ? `${at.file}:${at.line}` : (stack ?? "");
  return [place, name && !message.startsWith(name) ? `${name}: ${message}` : message, diff]
    .filter(Boolean)
    .join("\n");
}

export default class FailureReporter extends DotReporter {
  /**
   * Prints only the counts, because the failures follow at the end of `npm test`.
   * @override
   * @param {import("vitest/node").RunnerTestFile[]} files
   * @param {unknown[]} errors
   */
  reportSummary(files, errors) {
    this.reportTestSummary(files, errors, 0);
  }

  /**
   * @override
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly import("vitest/node").SerializedError[]} unhandled
   * @param {import("vitest/node").TestRunEndReason} reason
   */
  onTestRunEnd(modules, unhandled, reason) {
    /** @type {import("./test-reports.mjs").VitestFile[]} */
    const testResults = modules.map((module) => ({
      name: module.moduleId,
      status: "run",
      assertionResults: [...module.children.allTests()].map((test) => {
        const { state, errors = [] } = test.result();
        const failureMessages = [...new Set(errors.map(toText))];
        return { fullName: test.fullName, status: state, failureMessages };
      }),
    }));
    const fail = (
      /** @type {string} */ name,
      /** @type {import("vitest/node").SerializedError} */ error,
    ) => testResults.push({ name, status: "failed", message: toText(error), assertionResults: [] });
    for (const module of modules) {
      // Errors while the file was loaded, and of hooks. Their tests count as skipped, so the errors are added here.
      const suites = [...module.children.allSuites()];
      for (const one of [module, ...suites]) {
        for (const error of one.errors()) fail(module.moduleId, error);
      }
    }
    for (const error of unhandled) fail("Unhandled error", error);
    const count = (/** @type {string} */ state) =>
      testResults.flatMap((one) => one.assertionResults).filter((one) => one.status === state)
        .length;
    const [numPassedTests, numFailedTests] = [count("passed"), count("failed")];
    writeFileSync(
      process.env.VITEST_REPORT ?? "",
      JSON.stringify({ numPassedTests, numFailedTests, testResults }),
    );
    super.onTestRunEnd(modules, unhandled, reason);
  }
}
