/** The real scheduled handler; besides, a way to fill the database, and to count what D1 is asked. */
import type { Env } from "~/worker/env";
import { handleScheduled } from "~/worker/scheduled";
import { readInVain } from "./read-in-vain";

export { DeletionLedgerObject } from "~/worker/ledger/deletion-ledger-object";
export { MemberObject } from "~/worker/realtime/connections/member-object";
export { PollingObject } from "~/worker/realtime/connections/polling-object";
export { ConversationObject } from "~/worker/realtime/conversation/conversation-object";
export { WatchObject } from "~/worker/watch/watch-object";

const totals = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };
/** What the last run logged: no matching with its aims has fewer repeats. */
let repeatsAtLeast: number | null = null;
const logInfo = console.info;
console.info = (line: unknown) => {
  const told = /"repeatsAtLeast":(\d+)/.exec(String(line))?.[1];
  if (told !== undefined) repeatsAtLeast = Number(told);
  logInfo(line);
};

function count(results: D1Result[]): void {
  totals.calls++;
  for (const { meta } of results) {
    totals.statements++;
    totals.rowsRead += meta.rows_read ?? 0;
    totals.rowsWritten += meta.rows_written ?? 0;
  }
}

class CountedStatement {
  constructor(readonly real: D1PreparedStatement) {}

  bind(...values: unknown[]): CountedStatement {
    return new CountedStatement(this.real.bind(...values));
  }

  async all() {
    const result = await this.real.all();
    count([result]);
    return result;
  }

  /** The real one keeps no counts: so the memory of a counted run is not the real one's. */
  async raw() {
    const { results } = await this.all();
    return results.map((row) => Object.values(row));
  }
}

const countDatabase = (db: D1Database) => ({
  prepare: (text: string) => new CountedStatement(db.prepare(text)),
  async batch(statements: CountedStatement[]) {
    const results = await db.batch(statements.map(({ real }) => real));
    count(results);
    return results;
  },
});

const INSERT_MEMBERS = `insert into members (id, name, email, password_hash, dob, gender,
    preferred_match_gender, latitude, longitude, distance_preference, minimum_age_preference,
    maximum_age_preference, bio, location, created_at)
  select lower(hex(randomblob(13))), 'Member ' || json_extract(value, '$[0]'),
    json_extract(value, '$[0]') || '@example.org', printf('%060d', 0), json_extract(value, '$[1]'),
    json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),
    json_extract(value, '$[5]'), json_extract(value, '$[6]'), json_extract(value, '$[7]'),
    json_extract(value, '$[8]'), printf('%0200d', 0), 'A city, a county, a country', 1
  from json_each(?)`;

const INSERT_BLOCKS = `insert or ignore into blocks (id, blocker_id, blocked_id, created_at)
  select lower(hex(randomblob(13))), a.id, b.id, 1 from json_each(?) j
  cross join members a on a.email = json_extract(j.value, '$[0]') || '@example.org'
  cross join members b on b.email = json_extract(j.value, '$[1]') || '@example.org'`;

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/members" || pathname === "/blocks") {
      const statement = env.DB.prepare(pathname === "/members" ? INSERT_MEMBERS : INSERT_BLOCKS);
      const { meta } = await statement.bind(await request.text()).run();
      return Response.json(meta.changes);
    }
    if (pathname === "/runs") {
      const { results } = await env.DB.prepare("select * from pairing_runs order by date").all();
      return Response.json(results);
    }
    if (pathname === "/bound") return Response.json(repeatsAtLeast);
    return Response.json(totals);
  },
  async scheduled(controller, env, context) {
    if (controller.cron.startsWith("2")) {
      await readInVain(env.DB, controller.scheduledTime);
      return;
    }
    const isCounted = controller.cron.startsWith("1");
    const db = isCounted ? (countDatabase(env.DB) as unknown as D1Database) : env.DB;
    await handleScheduled(controller, { ...env, DB: db }, context);
  },
} satisfies ExportedHandler<Env>;
