import { beforeEach, expect, it } from "vitest";
import { readLastDraw } from "~/core/pairing/last-draw";
import { createMember, emptyDatabase, runCron } from "../../support/api";
import { createTestDeps } from "./support";

beforeEach(emptyDatabase);

const createMembers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createMember()));

it("says nothing before the first run, nor of one with few members", async () => {
  expect(await readLastDraw(createTestDeps())).toBeNull();
  await createMembers(9);
  await runCron();
  expect(await readLastDraw(createTestDeps())).toBeNull();
});

it("says how many of a hundred were paired, rounded down, and that the run proved it", async () => {
  await createMembers(11);
  await runCron();
  expect(await readLastDraw(createTestDeps())).toEqual({
    date: new Date().toISOString().slice(0, 10),
    pairedPercent: 90,
    isProvenMaximum: true,
  });
});
