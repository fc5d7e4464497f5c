/**
 * `npm run simulate -- [--runs N | --nights N] [--seed S] [--processes P] [--bug NAME]`: runs random histories until one
 * breaks a rule. Prints the seed, and the shortest history that still breaks it. `--runs`: histories of two members'
 * devices, the network, the objects and D1. `--nights`: days of a population, counted by nights. Runs with the same
 * `--seed`, `--processes` and sources are identical; each process runs a share of them, with seeds of its own. `--bug`
 * puts in a bug on purpose.
 */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { NODE, ROOT, run, runMain } from "../../scripts/lib/project.mjs";
import { loadSimulation, writeSimulation } from "./bundle.mjs";

/** Arguments for Node that run simulated histories. */
const SIMULATE = [
  "--disable-warning=ExperimentalWarning",
  "--enable-source-maps",
  // Each core already has its own process, so further threads of V8 would only compete with them.
  "--v8-pool-size=1",
  import.meta.filename,
];

/** @typedef {{ kind: "runs" | "nights", runs: number, seed: number, bugName: string | undefined }} Ask */

/**
 * Runs histories in a process of the Node from our packages, whichever Node runs this script, so that they can be
 * repeated anywhere.
 * @param {string} bundle
 * @param {Ask} ask
 */
const runShare = (bundle, { kind, runs, seed, bugName }) =>
  run(NODE, [
    ...SIMULATE,
    ...["--bundle", bundle, `--${kind}`, String(runs), "--seed", String(seed)],
    ...(bugName ? ["--bug", bugName] : []),
  ]);

await runMain(async () => {
  const startedAt = performance.now();
  const { values } = parseArgs({
    options: {
      runs: { type: "string" },
      nights: { type: "string" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      processes: { type: "string", default: String(availableParallelism()) },
      bug: { type: "string" },
      /** Set in the processes that run a share. */
      bundle: { type: "string" },
    },
  });
  const [seed, processes] = [Number(values.seed), Number(values.processes)];
  const kind = values.nights ? "nights" : "runs";
  const runs = Number(values[kind] ?? 10_000);
  const bugName = values.bug;
  if (values.bundle) {
    await runHere(await loadSimulation(values.bundle), { kind, runs, seed, bugName });
    return;
  }
  const bundle = await writeSimulation();
  try {
    const count = bugName ? 1 : processes;
    const share = Math.ceil(runs / count);
    console.log(`seed ${seed} in ${count} ${count === 1 ? "process" : "processes"}`);
    const shares = Array.from({ length: count }, (_, i) =>
      runShare(bundle, { kind, runs: share, seed: seed + i * share, bugName }),
    );
    // All processes run to their end, because a second counterexample may be shorter.
    await Promise.allSettled(shares);
    await Promise.all(shares);
    console.log(`all in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  } finally {
    rmSync(bundle);
  }
});

/**
 * @param {import("./bundle.mjs").Simulation} simulation
 * @param {Ask} ask
 */
async function runHere(simulation, { kind, runs, seed, bugName }) {
  const bugs = kind === "nights" ? simulation.NIGHT_BUGS : simulation.BUGS;
  const bug = bugs.find(({ name }) => name === bugName) ?? null;
  if (bugName && !bug) {
    throw new Error(`There are: ${bugs.map(({ name }) => name).join("; ")}`);
  }
  const startedAt = performance.now();
  /** @type {Map<string, number>} */
  const reached = new Map();
  const options = { runs, seed, bug, reached };
  const result =
    kind === "nights"
      ? await simulation.simulateNights({
          ...options,
          ground: await simulation.prepareNightGround(ROOT),
        })
      : await simulation.simulate({ ...options, ground: await simulation.prepareGround(ROOT) });
  const seconds = (performance.now() - startedAt) / 1_000;
  const steps = `${Math.round(result.steps / result.histories)} steps`;
  const nights = kind === "nights" ? ` with ${result.runs} nights, digest ${result.digest}` : "";
  const rate = `${((1_000 * seconds) / result.runs).toFixed(1)} ms each`;
  console.log(
    `seed ${seed}: ${result.histories} histories of ${steps}${nights} in ${seconds.toFixed(1)} s, ${rate}`,
  );
  if (reached.size > 0) console.log(toText(reached));
  if (!result.failure) return;
  console.log(result.failure);
  process.exitCode = 1;
}

/** @param {Map<string, number>} reached */
function toText(reached) {
  return [...reached]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `${what}: ${times}`)
    .join(", ");
}
