/**
 * `npm run simulate -- [--runs N] [--seed S] [--bug NAME]`: histories of two members' devices, the network, the objects
 * and D1, drawn by chance, until one breaks a rule. Prints the seed, and the shortest history that still breaks it. A run
 * with `--seed` and the same sources is the same. `--bug` puts a bug of `tests/simulation/bugs.ts` in.
 */
import { parseArgs } from "node:util";
import { bundleSimulation } from "./lib/bundle-simulation.mjs";
import { ROOT, runMain } from "./lib/project.mjs";

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "10000" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      bug: { type: "string" },
    },
  });
  const { BUGS, prepareGround, simulate } = await bundleSimulation();
  const bug = BUGS.find(({ name }) => name === values.bug) ?? null;
  if (values.bug && !bug) {
    throw new Error(`There are: ${BUGS.map(({ name }) => name).join("; ")}`);
  }
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
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
