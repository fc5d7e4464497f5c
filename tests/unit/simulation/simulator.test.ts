import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleSimulation } from "~/tests/simulation/bundle.mjs";

const { BUGS, prepareGround, simulate } = await bundleSimulation();
const ground = await prepareGround(join(import.meta.dirname, "../../.."));

const SEED = 20_260_301;
/** Most bugs are found in a few histories; some need a rare event. */
const RUNS_UNTIL_FOUND = 2_000;

it("the same seed runs the same histories", async () => {
  const run = () => simulate({ ground, runs: 20, seed: 1 });
  expect(await run()).toEqual(await run());
});

it("BUGS has at least twelve bugs", () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(12);
});

it.each(BUGS)("the simulator finds histories in which the product $name", async (bug) => {
  const options = { ground, runs: RUNS_UNTIL_FOUND, seed: SEED, isShrunk: false };
  const { failure } = await simulate({ ...options, bug });
  expect(failure).not.toBeNull();
});
