/**
 * `npm run simulate -- [--runs N] [--seed S] [--processes P] [--bug NAME]`: histories of two members' devices, the network,
 * the objects and D1, drawn by chance, until one breaks a rule. Prints the seed, and the shortest history that still
 * breaks it. A run with `--seed` and the same sources is the same. Each core takes a share of them, with seeds of its
 * own. `--bug` puts a bug of `tests/simulation/bugs.ts` in.
 */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { loadSimulation, writeSimulation } from "./lib/bundle-simulation.mjs";
import { NODE, ROOT, run, runMain, SIMULATE } from "./lib/project.mjs";

/**
 * @param {string} bundle
 * @param {number} runs
 * @param {number} seed
 */
const runShare = (bundle, runs, seed) =>
  run(NODE, [
    ...SIMULATE,
    ...["--bundle", bundle, "--runs", String(runs), "--seed", String(seed), "--processes", "1"],
  ]);

await runMain(async () => {
  const startedAt = performance.now();
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "10000" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      processes: { type: "string", default: String(availableParallelism()) },
      bug: { type: "string" },
      /** Of the processes that take a share. */
      bundle: { type: "string" },
    },
  });
  const [runs, seed, processes] = [
    Number(values.runs),
    Number(values.seed),
    Number(values.processes),
  ];
  const bundle = values.bundle ?? (await writeSimulation());
  try {
    if (processes > 1 && !values.bug) {
      const share = Math.ceil(runs / processes);
      const starts = Array.from({ length: processes }, (_, i) => seed + i * share);
      const shares = starts.map((start) => runShare(bundle, share, start));
      // Each comes to its end: a second counterexample may be the shorter one.
      await Promise.allSettled(shares);
      await Promise.all(shares);
      console.log(`all in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
      return;
    }
    await runHere(await loadSimulation(bundle), { runs, seed, bugName: values.bug });
  } finally {
    if (!values.bundle) rmSync(bundle);
  }
});

/**
 * @param {import("./lib/bundle-simulation.mjs").Simulation} simulation
 * @param {{ runs: number, seed: number, bugName: string | undefined }} what
 */
async function runHere({ BUGS, prepareGround, simulate }, { runs, seed, bugName }) {
  const bug = BUGS.find(({ name }) => name === bugName) ?? null;
  if (bugName && !bug) {
    throw new Error(`There are: ${BUGS.map(({ name }) => name).join("; ")}`);
  }
  console.log(`seed ${seed}`);
  const startedAt = performance.now();
  const result = await simulate({ ground: await prepareGround(ROOT), runs, seed, bug });
  const seconds = (performance.now() - startedAt) / 1_000;
  const rate = `${((1_000 * seconds) / result.runs).toFixed(1)} ms each`;
  console.log(
    `${result.runs} histories of ${Math.round(result.steps / result.runs)} steps in ${seconds.toFixed(1)} s, ${rate}`,
  );
  if (!result.failure) return;
  console.log(result.failure);
  process.exitCode = 1;
}
