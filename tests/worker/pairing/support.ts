import { env } from "cloudflare:workers";
import type { Deps } from "~/core/deps";
import { createDatabase } from "~/db/client";
import { insertAction } from "~/db/moderation/member-actions";
import { updatePause } from "~/db/notices/availability";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { createRecordingLogger, type LogEntry } from "../../support/recording-logger";

export interface Hooks {
  /** Called with the text of each statement, or of a whole batch, before it runs. */
  before?: (statement: string) => Promise<void> | void;
  after?: (statement: string) => Promise<void> | void;
}

class HookedStatement {
  constructor(
    readonly text: string,
    readonly real: D1PreparedStatement,
    readonly hook: <T>(text: string, work: () => Promise<T>) => Promise<T>,
    readonly values: unknown[] = [],
  ) {}

  bind(...values: unknown[]): HookedStatement {
    return new HookedStatement(this.text, this.real.bind(...values), this.hook, values);
  }

  all() {
    return this.hook(this.text, () => this.real.all());
  }

  raw() {
    return this.hook(this.text, () => this.real.raw());
  }

  run() {
    return this.hook(this.text, () => this.real.run());
  }
}

/** Calls the test's hooks around each statement or batch of the real database. */
export function hookDatabase(hooks: Hooks, seen: HookedStatement[] = []) {
  const run = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
    await hooks.before?.(text);
    const result = await work();
    await hooks.after?.(text);
    return result;
  };
  const binding = {
    prepare: (text: string) => {
      return new HookedStatement(text, env.DB.prepare(text), run);
    },
    batch: (statements: HookedStatement[]) => {
      seen.push(...statements);
      return run(statements.map(({ text }) => text).join(";\n"), () =>
        env.DB.batch(statements.map(({ real }) => real)),
      );
    },
  };
  return binding as unknown as D1Database;
}

export interface TestDeps extends Deps {
  closed: string[];
  entries: LogEntry[];
  settle(): Promise<void>;
}

/**
 * The Worker's own dependencies, with hooks around statements, a given clock, and conversations
 * that only record changes.
 */
export function createTestDeps(hooks: Hooks = {}, clock = { now: () => Date.now() }): TestDeps {
  const deferred: Promise<unknown>[] = [];
  const closed: string[] = [];
  const { logger, entries } = createRecordingLogger();
  const deps = createDeps(env, {
    logger: createLogger({}),
    defer: (work) => void deferred.push(work),
  });
  return {
    ...deps,
    db: createDatabase(hookDatabase(hooks)),
    clock,
    logger,
    conversations: {
      ...deps.conversations,
      apply: async ({ conversationId }) => void closed.push(conversationId),
    },
    closed,
    entries,
    settle: async () => void (await Promise.all(deferred)),
  };
}

export function once(pattern: RegExp, work: () => Promise<unknown>) {
  let isDone = false;
  return async (statement: string) => {
    if (isDone || !pattern.test(statement)) return;
    isDone = true;
    await work();
  };
}

export interface SeedFields {
  gender?: string | null;
  preferred?: string | null;
  dob?: string;
  createdAt?: number;
}

/** Inserts members without sessions or valid passwords. */
export async function seedMembers(members: Record<string, SeedFields>): Promise<void> {
  const insert = env.DB.prepare(
    `insert into members (id, name, email, password_hash, dob, gender, preferred_match_gender, created_at)
     values (?1, ?1, ?1 || '@example.org', 'x', ?2, ?3, ?4, ?5)`,
  );
  await env.DB.batch(
    Object.entries(members).map(([id, { gender, preferred, dob, createdAt }]) =>
      insert.bind(id, dob ?? "1990-06-15", gender ?? null, preferred ?? null, createdAt ?? 1),
    ),
  );
}

export const deleteMember = (id: string) =>
  env.DB.prepare("delete from members where id = ?").bind(id).run();

export const block = (blocker: string, blocked: string, at: number) =>
  env.DB.prepare("insert into blocks (id, blocker_id, blocked_id, created_at) values (?, ?, ?, ?)")
    .bind(`${blocker}-${blocked}`, blocker, blocked, at)
    .run();

/** Sets a member's pause by the product's own statement. Null ends the pause. */
export const pause = (memberId: string, dates: { from: string; until: string | null } | null) =>
  updatePause(createDatabase(env.DB), { memberId, pause: dates, now: Date.now() });

export async function suspend(memberId: string, kind: "suspend" | "ban" | "lift" = "suspend") {
  const now = Date.now();
  const id = crypto.randomUUID();
  await seedMembers({ [`admin-${id}`]: { dob: "2020-01-01" } });
  const action = {
    id,
    memberId,
    adminId: `admin-${id}`,
    kind,
    reason: "spam" as const,
    text: "text",
    note: null,
    reportId: null,
    until: kind === "suspend" ? now + 86_400_000 : null,
    now,
    bar: null,
  };
  const audit = { id, adminId: action.adminId, action: kind, now };
  return insertAction(createDatabase(env.DB), action, audit);
}

async function query<Row>(statement: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await env.DB.prepare(statement)
    .bind(...values)
    .all<Row>();
  return results;
}

interface RunRow {
  id: string;
  run_key: string;
  date: string;
  trigger: string;
  state: string;
  attempt: number;
  members: number;
  pairs: number;
  unmatched: number;
  repeats: number;
}

export const listRuns = () =>
  query<RunRow>("select * from pairing_runs order by date, started_at, rowid");

/** Lists published pairs as `a+b`, sorted: either the pairs that are open at a time, or the pairs of one run. */
export async function listPairs(of: { openAt: number } | { runId: string }): Promise<string[]> {
  const rows = await query<{ a: string; b: string }>(
    `select min(p.user1_id, p.user2_id) as a, max(p.user1_id, p.user2_id) as b
     from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
     where (?1 is null or p.expires_at > ?1) and (?2 is null or p.run_id = ?2) order by a, b`,
    "openAt" in of ? of.openAt : null,
    "runId" in of ? of.runId : null,
  );
  return rows.map(({ a, b }) => `${a}+${b}`);
}

export async function listDayOffs(runId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "select member_id as id from day_offs where run_id = ? order by 1",
    runId,
  );
  return rows.map(({ id }) => id);
}

/** Counts claimed runs, and pairings and days off of unpublished runs. */
export const countLeftovers = async () =>
  (
    await query<{ n: number }>(
      `select (select count(*) from pairings where run_id not in (select id from pairing_runs where state = 'published'))
        + (select count(*) from day_offs where run_id not in (select id from pairing_runs where state = 'published'))
        + (select count(*) from pairing_runs where state = 'claimed') as n`,
    )
  )[0]?.n;
