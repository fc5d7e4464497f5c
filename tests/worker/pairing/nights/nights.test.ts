import { env } from "cloudflare:workers";
import { afterAll, expect, it } from "vitest";
import { emptyDatabase } from "../../../support/api";
import { NIGHT_BUGS } from "./night-bugs";
import { runNights } from "./nights";

afterAll(emptyDatabase);

/** `npm test -- --only fuzz` runs more nights with new seeds, and all bugs. */
const isLong = Number(env.FUZZ_RUNS) > 200;
const drawn = Array.from({ length: isLong ? 40 : 0 }, () => Math.floor(Math.random() * 2 ** 31));

it.each([1, 2, 3, ...drawn])("the nights of seed %i follow the rules", async (seed) => {
  expect(await runNights(seed)).toEqual([]);
});

it.each(isLong ? NIGHT_BUGS : NIGHT_BUGS.slice(0, 4))(
  "the judge finds a fault if the product $name",
  async (bug) => {
    expect(await runNights(bug.seed, bug)).not.toEqual([]);
  },
);
