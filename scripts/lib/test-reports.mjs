/**
 * Counts and failures from the reports of vitest and Playwright, for the end of a long log. A build server shows that
 * end, and the failed test may be thousands of lines above it.
 *
 * @typedef {{ name: string, message: string }} Failure `message` without colours; the middle of a long one is cut out.
 * @typedef {{ passed: number, failed: number, failures: Failure[] }} Counts
 *
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestCase
 * @typedef {{ name: string, message?: string, status: string, assertionResults: VitestCase[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 *
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, results: { errors?: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, specs?: { title: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{
 *   stats: { expected: number, unexpected: number },
 *   errors: PlaywrightError[],
 *   suites?: PlaywrightSuite[],
 * }} PlaywrightReport
 */
import { stripVTControlCharacters } from "node:util";

/** Lines kept of a message's beginning, which names the failure, and of its end, which has the reason in a server's output. */
const FIRST_LINES = 10;
const LAST_LINES = 12;
const MAX_COLUMNS = 300;

/** @param {string | undefined} message */
function shorten(message) {
  const lines = stripVTControlCharacters(message ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => line.slice(0, MAX_COLUMNS));
  const cut = lines.length - FIRST_LINES - LAST_LINES;
  if (cut > 1) lines.splice(FIRST_LINES, cut, `[${cut} lines]`);
  return lines.join("\n");
}

const relativeTo = (/** @type {string} */ root, /** @type {string} */ path) =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;

/**
 * @param {VitestReport} report of `failure-reporter.mjs`
 * @param {string} root the project's folder, which is cut from names
 * @returns {Counts}
 */
export function readVitestReport(report, root) {
  /** @type {Failure[]} */
  const failures = [];
  // A file that could not be loaded has no tests, so its own message is the failure.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  for (const { name, message } of broken) {
    failures.push({ name: relativeTo(root, name), message: shorten(message) });
  }
  for (const file of report.testResults) {
    for (const { fullName, failureMessages } of file.assertionResults) {
      if (failureMessages.length === 0) continue;
      failures.push({
        name: `${relativeTo(root, file.name)} › ${fullName}`,
        message: shorten(failureMessages.join("\n")),
      });
    }
  }
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed, failures };
}

/**
 * @param {PlaywrightReport} report of Playwright's `json` reporter
 * @returns {Counts}
 */
export function readPlaywrightReport({ stats, errors, suites = [] }) {
  const failures = errors.map(({ message }) => ({ name: "Playwright", message: shorten(message) }));
  const visit = (/** @type {PlaywrightSuite} */ suite, /** @type {string[]} */ titles) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, results } of spec.tests) {
        if (status !== "unexpected") continue;
        const first = results.find(({ errors: list = [] }) => list.length > 0);
        failures.push({
          name: [...titles, spec.title].join(" › "),
          message: shorten(first?.errors?.map(({ message }) => message).join("\n")),
        });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const suite of suites) visit(suite, [suite.title]);
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    failures,
  };
}
