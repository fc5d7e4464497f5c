/**
 * A reporter of vitest for `npm run simulate -- --api`. It prints the lines of the API model's tests, and the failures.
 * The counts are written to the file MODEL_REPORT, because each process has only a share of them.
 */
import { writeFileSync } from "node:fs";

/** @typedef {{ runs: number, calls: number, digest: number, reached: Record<string, number> }} ModelCounts */

export default class ModelReporter {
  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    const meta = /** @type {unknown} */ (test.meta());
    const { line, counts } = /** @type {{ line?: string, counts?: ModelCounts }} */ (meta);
    if (line) console.log(line);
    if (counts) writeFileSync(process.env.MODEL_REPORT ?? "", JSON.stringify(counts));
    for (const { message } of test.result().errors ?? []) console.log(`${test.name}\n${message}`);
  }

  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly import("vitest/node").SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const failed = modules.flatMap((module) => module.errors());
    for (const { message, stack } of [...failed, ...unhandled]) console.log(stack ?? message);
  }
}
