import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number }} Counts */

/** Dots, each failure once at the end, and a report in JSON. @param {string} report */
export const vitestReporters = (report) => [
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${report}`,
];

/** @param {string} report @returns {Counts} */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, testResults } = read(report);
  // A file that couldn't be loaded has failed, but has no tests.
  const broken = testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** @param {string} report @returns {Counts} */
export function countPlaywright(report) {
  const { stats, errors } = read(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** @param {string} report */
function read(report) {
  if (!existsSync(report)) throw new Error("The suite wrote no report.");
  return JSON.parse(readFileSync(report, "utf8"));
}
