/**
 * `npm run simulate -- [--runs N] [--seed S] [--processes P] [--bug NAME]`: histories of two members' devices, the network,
 * the objects and D1, drawn by chance, until one breaks a rule. Prints the seed, and the shortest history that still
 * breaks it. A run with `--seed` and the same sources is the same. Each core takes a share of them, with seeds of its
 * own. `--bug` puts a bug of `tests/simulation/bugs.ts` in.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundleSimulation } from "./lib/bundle-simulation.mjs";
import { NODE, ROOT, run, runMain } from "./lib/project.mjs";

/**
 * @param {number} runs
 * @param {number} seed
 */
const runShare = (runs, seed) =>
  run(NODE, [
    ...["--disable-warning=ExperimentalWarning", "--enable-source-maps"],
    fileURLToPath(import.meta.url),
    ...["--runs", String(runs), "--seed", String(seed), "--processes", "1"],
  ]);

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "10000" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      processes: { type: "string", default: String(availableParallelism()) },
      bug: { type: "string" },
    },
  });
  const [runs, seed, processes] = [
    Number(values.runs),
    Number(values.seed),
    Number(values.processes),
  ];
  if (processes > 1 && !values.bug) {
    const share = Math.ceil(runs / processes);
    const startedAt = performance.now();
    const starts = Array.from({ length: processes }, (_, i) => seed + i * share);
    await Promise.all(starts.map((start) => runShare(share, start)));
    console.log(`all in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    return;
  }
  const { BUGS, prepareGround, simulate } = await bundleSimulation();
  const bug = BUGS.find(({ name }) => name === values.bug) ?? null;
  if (values.bug && !bug) {
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
});
