import { beforeEach, expect, it } from "vitest";
import { readLastDraw } from "~/core/pairing/last-draw";
import { createMember, emptyDatabase, runCron } from "../../support/api";
import { createTestDeps } from "./support";

beforeEach(emptyDatabase);

const createMembers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createMember()));

it("the last draw is not shown before the first run, nor if it had fewer than ten members", async () => {
  expect(await readLastDraw(createTestDeps())).toBeNull();
  await createMembers(9);
  await runCron();
  expect(await readLastDraw(createTestDeps())).toBeNull();
});

it("the last draw shows the percentage of paired members, rounded down, and that the maximum is proven", async () => {
  await createMembers(11);
  await runCron();
  expect(await readLastDraw(createTestDeps())).toEqual({
    date: new Date().toISOString().slice(0, 10),
    pairedPercent: 90,
    isProvenMaximum: true,
  });
});
