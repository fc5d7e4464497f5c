/** Runs the product's crons, queue and API, and counts the calls to D1 in each phase of a night. */

import { signToken } from "~/core/accounts/tokens";
import { createApp } from "~/worker/app";
import { handleQueue } from "~/worker/deliveries";
import type { Env } from "~/worker/env";
import { readConfig } from "~/worker/env";
import { handleScheduled } from "~/worker/scheduled";
import { readInVain } from "./read-in-vain";

export { DeletionLedgerObject } from "~/worker/ledger/deletion-ledger-object";
export { ConversationObject } from "~/worker/live/conversation-object";
export { LiveObject } from "~/worker/live/live-object";

const app = createApp(async () => new Response("no pages here", { status: 404 }));

interface Timed {
  text: string;
  ms: number;
}

export interface Phase {
  name: string;
  startedAt: number;
  endedAt: number;
  calls: number;
  rowsRead: number;
  rowsWritten: number;
  /** Calls that took long by the clock. The clock also counts other work of the machine. */
  slow: { startedAt: number; endedAt: number; statements: Timed[] }[];
  largestBytes: number;
}

const phases: Phase[] = [];

function begin(name: string): void {
  const now = Date.now();
  const last = phases.at(-1);
  if (last) last.endedAt = now;
  phases.push({
    name,
    startedAt: now,
    endedAt: 0,
    calls: 0,
    rowsRead: 0,
    rowsWritten: 0,
    slow: [],
    largestBytes: 0,
  });
}

/** For each of these events, the phase that begins when the product has logged the event. */
const AFTER: Record<string, string> = {
  "pairing.claimed": "read",
  "pairing.matched": "write",
  "pairing.published": "tell",
};
let matched: Record<string, unknown> = {};
const logInfo = console.info;
console.info = (line: unknown) => {
  const text = String(line);
  const event = /"event":"([^"]+)"/.exec(text)?.[1] ?? "";
  if (event === "pairing.matched") matched = JSON.parse(text);
  const next = AFTER[event];
  if (next !== undefined && phases.at(-1)?.name !== "idle") begin(next);
  logInfo(line);
};

/** For each cron without a run, its first phase. */
const FIRST_PHASES: Record<string, string> = {
  "50 * * * *": "transparency",
  "*/10 * * * *": "absences",
  "0 23 * * *": "last hour",
};

const SLOW_MS = 100;
/** A run that renews its lease for more than this many milliseconds has read its last page, and begins the matching. */
const LONG_LEASE_MS = 20_500;

function measure(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + measure(one) + 1, 1);
  if (value !== null && typeof value === "object") {
    return Object.entries(value).reduce(
      (sum, [key, one]) => sum + key.length + 4 + measure(one),
      1,
    );
  }
  return 8;
}

interface Asked {
  text: string;
  values: unknown[];
}

async function ask<T>(
  asked: Asked[],
  work: () => Promise<T>,
  toAnswer: (answer: T) => { rows: unknown; results: D1Result[] },
): Promise<T> {
  const isSettling = /delete from pairings as p where/.test(asked.at(-1)?.text ?? "");
  if (phases.at(-1)?.name === "write" && isSettling) begin("publish");
  const phase = phases.at(-1);
  const startedAt = Date.now();
  const answer = await work();
  const now = Date.now();
  if (!phase) return answer;
  const { rows, results } = toAnswer(answer);
  phase.calls++;
  for (const { meta } of results) {
    phase.rowsRead += meta.rows_read ?? 0;
    phase.rowsWritten += meta.rows_written ?? 0;
  }
  phase.largestBytes = Math.max(phase.largestBytes, measure(rows));
  if (now - startedAt > SLOW_MS) {
    const statements = asked.map(({ text }, i) => ({
      text: text.replaceAll(/\s+/g, " ").slice(0, 50),
      ms: results[i]?.meta.duration ?? 0,
    }));
    phase.slow.push({ startedAt, endedAt: now, statements });
  }
  const isLong = asked.some(
    ({ text, values }) =>
      text.startsWith("update pairing_runs set lease_until") &&
      Number(values[0]) - now > LONG_LEASE_MS,
  );
  if (phase.name === "read" && isLong) begin("match");
  return answer;
}

class CountedStatement {
  constructor(
    readonly text: string,
    readonly real: D1PreparedStatement,
    readonly values: unknown[] = [],
  ) {}

  bind(...values: unknown[]): CountedStatement {
    return new CountedStatement(this.text, this.real.bind(...values), values);
  }

  all() {
    return ask(
      [this],
      () => this.real.all(),
      (result) => ({ rows: result.results, results: [result] }),
    );
  }

  run() {
    return this.all();
  }

  /** `raw()` doesn't tell how many rows were read, so the returned rows are counted. */
  raw() {
    return ask(
      [this],
      () => this.real.raw(),
      (rows) => {
        const phase = phases.at(-1);
        if (phase) phase.rowsRead += rows.length;
        return { rows, results: [] };
      },
    );
  }
}

const countDatabase = (db: D1Database) =>
  ({
    prepare: (text: string) => new CountedStatement(text, db.prepare(text)),
    batch: (statements: CountedStatement[]) =>
      ask(
        statements,
        () => db.batch(statements.map(({ real }) => real)),
        (results) => ({ rows: results.map((one) => one.results), results }),
      ),
  }) as unknown as D1Database;

/** The queue's waiting messages. They are delivered without their delays. */
const waiting: unknown[] = [];
const queue = {
  sendBatch: async (messages: { body: unknown }[]) => {
    for (const { body } of messages) waiting.push(body);
  },
};

const counted = (env: Env): Env => ({
  ...env,
  DB: countDatabase(env.DB),
  DELIVERIES: queue as unknown as Env["DELIVERIES"],
});

const kindOf = (body: unknown) => (body as { kind: string }).kind;

/** Gives the consumer up to `most` messages with notifications and up to `most` others. Drops the rest. */
async function drainQueue(
  env: Env,
  context: ExecutionContext,
  { phase, most }: { phase: string; most: number },
) {
  begin(phase);
  const done = { notices: 0, others: 0, dropped: 0 };
  let id = 0;
  while (waiting.length > 0) {
    const batch: unknown[] = [];
    while (batch.length < 5 && waiting.length > 0) {
      const body = waiting.pop();
      if (kindOf(body) === "notices" ? done.notices >= most : done.others >= most) {
        done.dropped++;
        continue;
      }
      if (kindOf(body) === "notices") done.notices++;
      else done.others++;
      batch.push(body);
    }
    const messages = batch.map((body) => ({
      id: String(id++),
      attempts: 1,
      timestamp: new Date(),
      body,
      ack() {},
      retry() {
        throw new Error(`a message was to be tried again: ${kindOf(body)}`);
      },
    }));
    await handleQueue({ messages } as unknown as MessageBatch, counted(env), context);
  }
  return done;
}

/**
 * Opens sessions for members of the newest run: up to `count` members with a partner, and a tenth as many left-out
 * members.
 */
async function openSessions(env: Env, count: number) {
  const { results } = await env.DB.prepare(
    `select p.id, p.user1_id as memberId from pairings p
     where p.run_id = (select id from pairing_runs where state = 'published' order by date desc limit 1) limit ?`,
  )
    .bind(count)
    .all<{ id: string; memberId: string }>();
  const leftOut = await env.DB.prepare(
    `select null as id, d.member_id as memberId from day_offs d
     where d.run_id = (select id from pairing_runs where state = 'published' order by date desc limit 1) limit ?`,
  )
    .bind(Math.ceil(count / 10))
    .all<{ id: null; memberId: string }>();
  const expiresAt = Date.now() + 86_400_000;
  const opened = [];
  for (const { id, memberId } of [...results, ...leftOut.results]) {
    const sessionId = crypto.randomUUID();
    await env.DB.prepare(
      "insert into sessions (id, member_id, created_at, expires_at) values (?, ?, ?, ?)",
    )
      .bind(sessionId, memberId, Date.now(), expiresAt)
      .run();
    const token = await signToken(readConfig(env), { memberId, sessionId, expiresAt });
    opened.push({ conversationId: id, token });
  }
  return opened;
}

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/runs") {
      const { results } = await env.DB.prepare(
        "select * from pairing_runs order by date desc limit 1",
      ).all();
      return Response.json(results);
    }
    if (pathname === "/phases") {
      begin("idle");
      return Response.json({ phases: phases.splice(0), matched });
    }
    if (pathname === "/queue") {
      const [phase, most] = [searchParams.get("phase") ?? "", Number(searchParams.get("most"))];
      return Response.json(await drainQueue(env, context, { phase, most }));
    }
    if (pathname === "/sessions") {
      return Response.json(await openSessions(env, Number(searchParams.get("count"))));
    }
    return app.fetch(request, env, context);
  },
  async scheduled(controller, env, context) {
    if (controller.cron.startsWith("2 ")) {
      await readInVain(env.DB, controller.scheduledTime);
      return;
    }
    begin(FIRST_PHASES[controller.cron] ?? "claim");
    await handleScheduled(controller, counted(env), context);
  },
} satisfies ExportedHandler<Env>;
