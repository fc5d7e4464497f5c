/** A reporter of Playwright that prints a line for each test. `npm test` prints the failures once, at its end. */
import { relative } from "node:path";
import { ROOT } from "./project.mjs";

export default class LineReporter {
  printsToStdio() {
    return true;
  }

  /**
   * @param {import("@playwright/test/reporter").TestCase} test
   * @param {import("@playwright/test/reporter").TestResult} result
   */
  onTestEnd(test, { duration }) {
    const outcome = { expected: "ok", unexpected: "FAILED", flaky: "FAILED", skipped: "skipped" };
    const [, , , ...titles] = test.titlePath();
    const name = [relative(ROOT, test.location.file), ...titles].join(" › ");
    console.log(`${outcome[test.outcome()].padEnd(7)} ${name} (${(duration / 1000).toFixed(1)} s)`);
  }

  /** @param {string | Buffer} chunk */
  onStdOut(chunk) {
    process.stdout.write(chunk);
  }

  /** @param {string | Buffer} chunk */
  onStdErr(chunk) {
    process.stderr.write(chunk);
  }
}
