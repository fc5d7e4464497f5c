import {
  createExecutionContext,
  createScheduledController,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { CRONS, handleScheduled } from "~/worker/scheduled";
import config from "~/wrangler.midnight.toml?raw";
import { emptyDatabase } from "../../support/api";
import { meterDatabase } from "../../support/metered-db";
import { seedMembers } from "../pairing/support";

beforeEach(emptyDatabase);

/** @returns the SQL statements of the cron's invocation */
async function deliver(cron: string): Promise<string[]> {
  const context = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(), cron });
  const meter = meterDatabase(env.DB);
  await handleScheduled(controller, { ...env, DB: meter.db }, context);
  await waitOnExecutionContext(context);
  return meter.trips.flatMap(({ statements }) => statements.map(({ sql }) => sql));
}

const RUN = /insert into pairings|insert into day_offs/;
const CHORES = /insert into "transparency"|delete from sessions/;
const MATCHES = [RUN, CHORES] as const;

it("the cron at midnight makes only the run, and the cron at minute 50 does the chores", async () => {
  await seedMembers(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`m${i}`, {}])));
  const of = async (cron: string) => {
    const statements = await deliver(cron);
    return MATCHES.map((one) => statements.some((statement) => one.test(statement)));
  };
  expect(await of("0 0 * * *")).toEqual([true, false]);
  expect(await of("15 0 * * *")).toEqual([false, false]);
  expect(await of("50 * * * *")).toEqual([false, true]);
  const counted = await env.DB.prepare("select count(*) as n from transparency").first("n");
  expect(counted).toBe(1);
});

it("a cron that the Worker does not know makes no run and fails", async () => {
  await seedMembers({ ann: {}, ben: {} });
  await expect(deliver("7 7 * * *")).rejects.toThrow("7 7 * * *");
  expect(await env.DB.prepare("select count(*) as n from pairing_runs").first("n")).toBe(0);
});

it("the Worker knows exactly the crons of the configuration", () => {
  const configured = /^crons = (\[.*\])$/m.exec(config)?.[1];
  expect(JSON.parse(configured ?? "[]").toSorted()).toEqual(CRONS.toSorted());
});
