import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "~/tests/support/local-d1";
import { orderFaults } from "./support/faults";
import { LiveServer } from "./support/live-server";

/*
 * These tests run the built Worker. Their HTTP server stands for the operator's webhook, and for the outside service
 * that receives the heartbeats.
 */

const ALERT_SECRET = "a-secret-of-the-drill-only-0123456789abcdef";
const OPERATOR = "operator@example.org";

interface Received {
  path: string;
  body: string;
  signature: string;
}
const received: Received[] = [];
let isRefusing = false;
const outside = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const signature = String(request.headers["x-signature"]);
  received.push({ path: request.url ?? "", body, signature });
  response.writeHead(isRefusing ? 500 : 204).end();
});

let folder: string;
let server: LiveServer;
beforeAll(async () => {
  await once(outside.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "watch-"));
  ({ server } = await LiveServer.open(folder, {
    secrets: {
      SESSION_SECRET: "a-session-secret-of-the-drill-0123456789",
      RECORD_SECRET: "a-record-secret-of-the-drill-0123456789",
      ALERT_WEBHOOK: `${origin}/alert`,
      ALERT_SECRET,
      OPERATOR_EMAIL: OPERATOR,
      HEARTBEAT_URL: `${origin}/beat`,
    },
  }));
});
afterAll(async () => {
  await server?.kill();
  outside.close();
  await rm(folder, { recursive: true, force: true });
});

function runSql(statement: string): void {
  const database = openDatabase(folder);
  database.exec(statement);
  database.close();
}

/** Runs a cron. @returns the paths of its heartbeats, and its alerts about jobs */
async function runCron(cron: string): Promise<{ beats: string[]; alerts: Received[] }> {
  received.length = 0;
  await orderFaults(server.url, { cron });
  return {
    beats: received.map(({ path }) => path).filter((path) => path !== "/alert"),
    alerts: received.filter(({ body }) => body.includes('"jobs"')),
  };
}

const readMails = () => {
  const database = openDatabase(folder);
  const rows = database
    .prepare("select subject from local_mails where recipient = ? and subject like '%job%'")
    .all(OPERATOR);
  database.close();
  return rows.map(({ subject }) => subject);
};

it("an old job causes one alert and one mail, and its removal causes a signed alert; the ten-minute cron sends heartbeats", async () => {
  const cron = "*/10 * * * *";
  const wellSaid = await runCron(cron);
  expect(wellSaid).toEqual({ beats: ["/beat"], alerts: [] });

  runSql("insert into jobs (kind, created_at, attempts) values ('close_ended', 0, 20)");
  isRefusing = true;
  expect((await runCron(cron)).alerts).toHaveLength(1);
  isRefusing = false;
  // The mail was stored, although the webhook refused the alert.
  expect(readMails()).toEqual([
    expect.stringMatching(/^Happenstance: 1 job, the oldest \d+ minutes old\.$/),
  ]);
  expect(await runCron(cron)).toEqual({ beats: ["/beat"], alerts: [] });
  const ask = (headers: Record<string, string>) => fetch(`${server.url}/healthz`, { headers });
  const open = await ask({});
  const named = await ask({ authorization: `Bearer ${ALERT_SECRET}` });
  expect(await open.text()).not.toContain("jobs");
  expect(await named.json()).toMatchObject({
    status: "bad",
    bad: expect.arrayContaining(["jobs"]),
  });

  runSql("delete from jobs");
  const [alert, other] = (await runCron(cron)).alerts;
  expect(other).toBeUndefined();
  expect(JSON.parse(alert?.body ?? "")).toEqual({
    text: "Happenstance: Well again: jobs.",
    fact: "jobs",
    state: "good",
    runbook: "docs/operations.md#jobs",
  });
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(alert?.signature ?? "") ?? [];
  const expected = createHmac("sha256", ALERT_SECRET).update(`${seconds}.${alert?.body}`);
  expect(mac).toBe(expected.digest("hex"));
  expect((await runCron(cron)).alerts).toEqual([]);
});
