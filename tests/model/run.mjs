import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE, ROOT, run } from "../../scripts/lib/project.mjs";

/** Runs the model's test in vitest, which compares the Worker with the model. */
const ARGS = [
  join(ROOT, "node_modules/vitest/vitest.mjs"),
  "run",
  ...["--project", "worker", "--silent"],
  `--reporter=${join(ROOT, "tests/model/reporter.mjs")}`,
  "tests/worker/api/model.test.ts",
];
/** From this number of runs on, each code and each kind of change must have occurred. */
const ENOUGH_RUNS = 200;

/**
 * Runs sequences of calls of the API against its model. Each process runs a share of them, with a seed of its own.
 * @param {{ runs: number, seed: number, processes: number, bugName: string | undefined }} ask `bugName`: the bug to put in, or `all` of them one by one
 * @throws Error if an answer differs from the model's, or if a code or a kind of change did not occur
 */
export async function runApiModel({ runs, seed, processes, bugName = "" }) {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "happenstance-model-"));
  const shares = bugName ? 1 : Math.min(processes, runs);
  console.log(`seed ${seed} in ${shares} ${shares === 1 ? "process" : "processes"}`);
  const reports = Array.from({ length: shares }, (_, i) => join(folder, `${i}.json`));
  try {
    const all = reports.map((MODEL_REPORT, i) =>
      run(NODE, ARGS, {
        env: {
          MODEL_RUNS: String(Math.ceil(runs / shares)),
          MODEL_SEED: String(seed + i),
          MODEL_BUG: bugName,
          MODEL_REPORT,
        },
      }),
    );
    // All processes run to their end, because a second counterexample may be shorter.
    await Promise.allSettled(all);
    await Promise.all(all);
    if (bugName) return;
    report(reports, (performance.now() - startedAt) / 1_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string[]} files
 * @param {number} seconds
 */
function report(files, seconds) {
  /** @type {import("./reporter.mjs").ModelCounts} */
  const sum = { runs: 0, calls: 0, digest: 0, reached: {} };
  for (const file of files) {
    /** @type {import("./reporter.mjs").ModelCounts} */
    const { runs, calls, digest, reached } = JSON.parse(readFileSync(file, "utf8"));
    sum.runs += runs;
    sum.calls += calls;
    sum.digest = (Math.imul(sum.digest, 31) + digest) | 0;
    for (const [what, times] of Object.entries(reached)) {
      sum.reached[what] = (sum.reached[what] ?? 0) + times;
    }
  }
  console.log(
    `${sum.runs} runs with ${sum.calls} calls in ${seconds.toFixed(1)} s, digest ${sum.digest}`,
  );
  const entries = Object.entries(sum.reached);
  console.log(entries.map(([what, times]) => `${what}: ${times}`).join(", "));
  const missing = entries.filter(([, times]) => times === 0).map(([what]) => what);
  if (missing.length > 0) console.log(`never met: ${missing.join(", ")}`);
  if (missing.length > 0 && sum.runs >= ENOUGH_RUNS) throw new Error("Too little was met.");
}
