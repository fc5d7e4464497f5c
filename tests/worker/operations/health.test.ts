import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { runWatch } from "~/core/operations/watch";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { createLogger } from "~/worker/adapters/logger";
import { answerHealth } from "~/worker/health";
import { emptyDatabase } from "../../support/api";
import { expectLoggedError } from "../../support/fail-on-console";
import { createTestDeps } from "../pairing/support";

beforeEach(emptyDatabase);

const SECRET = "a-secret-of-this-test-only-0123456789abcdef";

async function ask(authorization?: string, changes: Partial<typeof env> = {}) {
  const request = new Request("http://happenstance.test/healthz", {
    headers: authorization === undefined ? {} : { authorization },
  });
  const bindings = { ...env, ALERT_SECRET: SECRET, ...changes };
  const response = await answerHealth(request, bindings, createLogger({ test: true }));
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, body: await response.json() };
}

const look = (now: number) =>
  runWatch({
    ...createTestDeps({}, { now: () => now }),
    probeObjects: async () => {},
    tell: async () => {},
  });

it("`/healthz` is ok before the first health check", async () => {
  expect(await ask()).toEqual({ status: 200, body: { status: "ok" } });
});

it("`/healthz` tells everyone that a check failed, and names it only to those with the secret", async () => {
  // It is 00:20, and there was no run at midnight.
  await look(Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY + 20 * MS_PER_MINUTE);
  await env.DB.prepare("update settings set updated_at = ? where name = 'watch'")
    .bind(Date.now())
    .run();
  const bad = { status: 200, body: { status: "bad" } };
  expect(await ask()).toEqual(bad);
  expect(await ask("Bearer wrong")).toEqual(bad);
  expect(await ask(`Bearer ${SECRET.replace("a", "b")}`)).toEqual(bad);
  expect(await ask("Bearer undefined", { ALERT_SECRET: undefined })).toEqual(bad);
  expect(await ask("Bearer ", { ALERT_SECRET: "" })).toEqual(bad);
  expect(await ask(`Bearer ${SECRET}`)).toEqual({
    status: 200,
    body: { status: "bad", bad: ["run"] },
  });
});

it("`/healthz` is bad if the last health check is older than 25 minutes", async () => {
  await look(Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY - MS_PER_HOUR);
  await env.DB.prepare("update settings set value = '[]'").run();
  expect((await ask(`Bearer ${SECRET}`)).body).toEqual({ status: "bad", bad: ["watch"] });
});

it("`/healthz` is 503 if the database doesn't answer", async () => {
  expectLoggedError(/health\.database/);
  const prepare = () => {
    throw new Error("D1 is away");
  };
  const DB = new Proxy(env.DB, { get: () => prepare });
  expect(await ask(undefined, { DB })).toEqual({ status: 503, body: { status: "down" } });
});
