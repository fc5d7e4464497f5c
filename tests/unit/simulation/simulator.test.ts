import { join } from "node:path";
import { expect, it } from "vitest";
import { BUGS } from "~/tests/simulation/bugs";
import { loadSimulation } from "~/tests/simulation/bundle";

const ROOT = join(import.meta.dirname, "../../..");
const SEED = 20_260_301;
/** Most bugs are found in a few histories, but some need a rare event. */
const RUNS_UNTIL_FOUND = 2_000;

it("the same seed runs the same histories", async () => {
  const { prepareGround, simulate } = await loadSimulation();
  const ground = await prepareGround(ROOT);
  const run = () => simulate({ ground, runs: 20, seed: 1 });
  expect(await run()).toEqual(await run());
});

it.each(BUGS)("the simulator finds histories in which the product $name", async (bug) => {
  const { prepareGround, simulate } = await loadSimulation(bug);
  const ground = await prepareGround(ROOT);
  const options = { ground, runs: RUNS_UNTIL_FOUND, seed: SEED, isShrunk: false };
  const { failure } = await simulate(options);
  expect(failure).not.toBeNull();
});
