import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { beforeAll, expect, it } from "vitest";
import { CALLS, createCostScene, EXPECTED_COSTS, measureCalls } from "~/tests/support/call-costs";
import { seedSession } from "~/tests/support/seed";
import { createApp } from "~/worker/app";
import { MEMBERS, PAIRINGS, populate } from "./populate";

const CONCURRENCY = 8;
const REQUESTS = 200;
const ROUNDS = 7;
/** High enough that no member comes near 12 messages per second or 60 per minute. */
const SENDERS = 100;

beforeAll(async () => {
  const start = performance.now();
  await populate();
  const [members, pairings] = await Promise.all(
    ["members", "pairings"].map((table) =>
      env.DB.prepare(`select count(*) as n from ${table}`).first("n"),
    ),
  );
  expect([members, pairings]).toEqual([MEMBERS, PAIRINGS]);
  console.log(`populated in ${Math.round((performance.now() - start) / 1000)} s`);
});

const pages = async () => new Response("no pages here", { status: 404 });

/** One query by the primary key, and nothing else: what any handler on D1 costs at the least. */
const bare = new Hono<{ Bindings: typeof env }>();
bare.get("/bare/:id", async (context) => {
  const row = await context.env.DB.prepare("select id, name from members where id = ?")
    .bind(context.req.param("id"))
    .first();
  return context.json(row);
});

type Ask = (index: number) => Request;
interface Fetcher {
  fetch(
    request: Request,
    bindings: typeof env,
    context: ExecutionContext,
  ): Response | Promise<Response>;
}

/** @returns requests per second */
async function run(app: Fetcher, ask: Ask, offset: number, isGood: (status: number) => boolean) {
  const context = createExecutionContext();
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    for (let index = next++; index < REQUESTS; index = next++) {
      const response = await app.fetch(ask(offset + index), env, context);
      await response.arrayBuffer();
      if (!isGood(response.status)) throw new Error(`answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const seconds = (performance.now() - start) / 1000;
  await waitOnExecutionContext(context);
  return REQUESTS / seconds;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

it("reads as many rows among 100,000 members and 250,000 conversations as among a few", async () => {
  const bounded = CALLS.filter(({ readsAll }) => !readsAll);
  const names = new Set(bounded.map(({ name }) => name));
  const costs = await measureCalls(await createCostScene(), bounded);
  console.log("| Call | Round trips | Rows read |\n|---|---:|---:|");
  for (const { name, roundTrips, rowsRead } of costs) {
    console.log(`| ${name} | ${roundTrips} | ${rowsRead} |`);
  }
  const measured = Object.fromEntries(
    costs.map(({ name, status, roundTrips, rowsRead }) => [name, [status, roundTrips, rowsRead]]),
  );
  expect(measured).toEqual({
    ...Object.fromEntries(Object.entries(EXPECTED_COSTS).filter(([name]) => names.has(name))),
    // These look for the newest of today's runs, and there is one more of them here.
    "GET /api/pairings/current": [200, 2, 17],
    "GET /api/pairings/today/why": [200, 2, 25],
    "GET /api/pairings/today/why (day off)": [200, 2, 47],
    // The member is in no part of the snapshot: its rowid comes after those of the hundred thousand.
    "DELETE /api/users/account": [200, 2, 240],
  });
});

it("answers as a bare handler with one query does, times what its queries cost", async () => {
  const app = createApp(pages);
  const senders = await Promise.all(
    Array.from({ length: SENDERS }, async (_, i) => {
      const id = `b-${String(4 * i).padStart(6, "0")}`;
      const { token } = await seedSession(id);
      const conversation = await env.DB.prepare(
        "select id from pairings where user1_id = ? and run_id = 'bench-0'",
      )
        .bind(id)
        .first<string>("id");
      return { id, token, conversation };
    }),
  );
  const sender = (index: number) => senders[index % SENDERS] ?? senders[0];
  const url = "http://happenstance.test";
  const authorization = (index: number) => ({ authorization: `Bearer ${sender(index)?.token}` });
  const asks: Record<string, { app: Fetcher; ask: Ask; status: number }> = {
    bare: { app: bare, ask: (i) => new Request(`${url}/bare/${sender(i)?.id}`), status: 200 },
    "GET /api/pairings/current": {
      app,
      ask: (i) => new Request(`${url}/api/pairings/current`, { headers: authorization(i) }),
      status: 200,
    },
    "POST …/messages": {
      app,
      ask: (i) =>
        new Request(`${url}/api/pairings/conversation/${sender(i)?.conversation}/messages`, {
          method: "POST",
          headers: { ...authorization(i), "content-type": "application/json" },
          body: JSON.stringify({
            content: "words of a message of some length, as people write them",
          }),
        }),
      status: 201,
    },
  };
  const measured: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, { app: target, ask, status }] of Object.entries(asks)) {
      const rate = await run(target, ask, round * REQUESTS, (one) => one === status);
      // The first round warms up.
      console.log(`round ${round} ${name}: ${Math.round(rate)}/s`);
      if (round > 0) measured[name] = [...(measured[name] ?? []), rate];
    }
  }
  for (const [name, rates] of Object.entries(measured)) {
    // Round by round, so that what else the machine does falls on both.
    const ratios = rates.map((rate, round) => rate / (measured.bare?.[round] ?? rate));
    const words = `${Math.round(median(rates))} requests/s, ${median(ratios).toFixed(2)} of bare`;
    console.log(`${name}: ${words} (${ratios.map((one) => one.toFixed(2)).join(", ")})`);
  }
});
