import { exports } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { checkHealth, type Health } from "~/core/maintenance/health";
import { runPairing } from "~/core/pairing/run";
import { createMember, emptyDatabase, runCron } from "../../support/api";
import { createTestDeps } from "../pairing/support";

beforeEach(emptyDatabase);

const HOUR_MS = 3_600_000;

async function askHealth() {
  const response = await exports.default.fetch(new Request("http://happenstance.test/healthz"));
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Health,
  };
}

it("`/healthz` is ok before the first run, and has the last run's date and age after it", async () => {
  const fresh = await askHealth();
  expect(fresh).toMatchObject({
    status: 200,
    body: { status: "ok", database: "ok", lastRun: null, version: expect.any(String) },
  });
  await createMember();
  await runCron();
  const after = await askHealth();
  expect(after.body.lastRun?.date).toBe(new Date().toISOString().slice(0, 10));
  expect(after.body.lastRun?.ageSeconds).toBeLessThan(60);
  expect(after.headers.get("cache-control")).toBe("no-store");
});

it("the health is late when the last complete run is more than 25 hours old", async () => {
  await runCron();
  const at = (offset: number) =>
    checkHealth(createTestDeps({}, { now: () => Date.now() + offset }));
  expect((await at(24 * HOUR_MS)).status).toBe("ok");
  expect((await at(26 * HOUR_MS)).status).toBe("late");
});

it("the health uses the newest publication, not a triggered run for a later date", async () => {
  const now = Date.now();
  const ahead = { now: () => now - 48 * HOUR_MS };
  await runPairing(createTestDeps({}, ahead), { at: now + 48 * HOUR_MS, trigger: "admin" });
  await runCron(now);
  const health = await checkHealth(createTestDeps());
  expect(health).toMatchObject({
    status: "ok",
    lastRun: { date: new Date(now).toISOString().slice(0, 10) },
  });
});

it("the health is down when the database doesn't answer, and the check doesn't throw", async () => {
  const deps = createTestDeps({
    before: () => {
      throw new Error("D1 is away");
    },
  });
  expect(await checkHealth(deps)).toEqual({ status: "down", database: "down", lastRun: null });
  expect(deps.entries).toMatchObject([{ level: "error", event: "health.database" }]);
});
