/**
 * `npm run simulate -- [--runs N] [--seed S] [--bug NAME]` simulates random histories of two members' devices, the
 * network, the object and D1, until one history breaks a rule. It prints the shortest history that still breaks a rule.
 * The same seed and sources give the same histories. `--bug` puts a bug into the product.
 */
import { parseArgs } from "node:util";
import { ROOT, runMain } from "../../scripts/lib/project.mjs";
import { BUGS } from "./bugs.ts";
import { loadSimulation } from "./bundle.ts";

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "10000" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      bug: { type: "string" },
    },
  });
  const bug = BUGS.find(({ name }) => name === values.bug);
  if (values.bug && !bug) throw new Error(`There are: ${BUGS.map(({ name }) => name).join("; ")}`);
  const { prepareGround, simulate } = await loadSimulation(bug);
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const startedAt = performance.now();
  const result = await simulate({ ground: await prepareGround(ROOT), runs, seed });
  const steps = Math.round(result.steps / result.histories);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`seed ${seed}: ${result.histories} histories of ${steps} steps in ${seconds} s`);
  if (!result.failure) return;
  console.log(result.failure);
  process.exitCode = 1;
});
