import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleSimulation } from "~/tests/simulation/bundle.mjs";

const { NIGHT_BUGS, prepareNightGround, simulateNights } = await bundleSimulation();
const ground = await prepareNightGround(join(import.meta.dirname, "../../.."));

const SEED = 20_260_301;
const NIGHTS_UNTIL_FOUND = 2_000;

it("the same seed runs the same nights, to the last row", async () => {
  const run = () => simulateNights({ ground, runs: 8, seed: 1 });
  const [one, other] = [await run(), await run()];
  expect(one).toEqual(other);
  expect(one.digest).not.toBe(0);
});

it("NIGHT_BUGS has at least fifteen bugs", () => {
  expect(NIGHT_BUGS.length).toBeGreaterThanOrEqual(15);
});

it.each(NIGHT_BUGS)("the simulator finds nights in which the product $name", async (bug) => {
  const options = { ground, runs: NIGHTS_UNTIL_FOUND, seed: SEED, isShrunk: false };
  // Skips the histories before the first that shows the bug, which would only take time.
  const { failure } = await simulateNights({ ...options, bug, skip: bug.skip ?? 0 });
  expect(failure).not.toBeNull();
});
