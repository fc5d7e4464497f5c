import { and, desc, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import { MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import { type Database, selectBatch, selectRows } from "~/db/client";
import { toldKinds } from "~/db/moderation/standing";
import { pairingRuns, runSnapshots, transparency } from "~/db/schema";

interface GroupRow {
  gender: string | null;
  preferred: string | null;
  members: number;
  left_out: number;
}

/** Finds the cron's run of a date, and counts the members in its snapshot. Undefined if the run isn't published. */
export async function readRunOfDay(db: Database, date: string) {
  const ofDate = and(eq(pairingRuns.runKey, date), eq(pairingRuns.state, "published"));
  const [[run], parts] = await db.batch([
    db.select().from(pairingRuns).where(ofDate),
    db
      .select({ part: runSnapshots.part })
      .from(pairingRuns)
      .innerJoin(runSnapshots, eq(runSnapshots.runId, pairingRuns.id))
      .where(and(ofDate, gte(runSnapshots.part, 0)))
      .orderBy(runSnapshots.part),
  ]);
  if (!run) return undefined;
  const sums = new Map<string, GroupRow>();
  // One statement for each part, because a statement over all members of a large run would block the database.
  for (const { part } of parts) {
    for (const group of await countGroups(db, run.id, part)) {
      const name = JSON.stringify([group.gender, group.preferred]);
      const sum = sums.get(name);
      if (!sum) sums.set(name, group);
      else {
        sum.members += group.members;
        sum.left_out += group.left_out;
      }
    }
  }
  return { run, groups: [...sums.values()] };
}

/** Pairs per statement, which takes well under a second. */
const SHARING_PAGE = 20_000;

/** Counts the pairs of the cron's run of a date, and how many of them had a common language when they were made. */
export async function countSharing(
  db: Database,
  date: string,
  limit = SHARING_PAGE,
): Promise<{ pairs: number; sharing: number }> {
  const sum = { pairs: 0, sharing: 0 };
  for (let after: string | null = ""; after !== null; ) {
    const [page]: (typeof sum & { last: string | null })[] = await selectRows(
      db,
      sql<typeof sum & { last: string | null }>`select count(*) as pairs, max(t.user1_id) as last,
          coalesce(sum(json_array_length(t.user1_card, '$.shared_languages') > 0), 0) as sharing
        from (select p.user1_id, p.user1_card from pairings p
          where p.run_id = (select id from pairing_runs where run_key = ${date} and state = 'published')
            and p.user1_id > ${after} order by p.user1_id limit ${limit}) t`,
    );
    if (!page) break;
    sum.pairs += page.pairs;
    sum.sharing += page.sharing;
    after = page.pairs < limit ? null : page.last;
  }
  return sum;
}

/** A line of the snapshot is a JSON array that begins with rowid, gender and preference. */
const countGroups = (db: Database, runId: string, part: number): Promise<GroupRow[]> =>
  selectRows(
    db,
    sql<GroupRow>`select json_extract(e.value, '$[1]') as gender, json_extract(e.value, '$[2]') as preferred,
          count(*) as members, count(d.run_id) as left_out
        from run_snapshots s, json_each('[' || substr(replace(s.content, char(10), ','), 2) || ']') e
        left join members m on m.rowid = json_extract(e.value, '$[0]')
        left join day_offs d on d.run_id = s.run_id and d.member_id = m.id and d.ended_early = 0
        where s.run_id = ${runId} and s.part = ${part} and s.content <> ''
        group by 1, 2`,
  );

interface CountRow {
  name: string;
  count: number;
}

interface ModerationRows {
  reports: CountRow[];
  actions: CountRow[];
  /**
   * Median milliseconds from a report to its first action or decision. Null if fewer than MIN_DISCLOSED_COUNT reports
   * were answered.
   */
  median: number | null;
}

export async function readModeration(
  db: Database,
  { from, to }: { from: number; to: number },
): Promise<ModerationRows> {
  const { reports, actions, median } = await selectBatch(db, {
    reports: sql<CountRow>`select reason as name, count(*) as count from reports
        where created_at >= ${from} and created_at < ${to} group by reason`,
    actions: sql<CountRow>`select kind as name, count(*) as count from member_actions
        where created_at >= ${from} and created_at < ${to} and kind in (${toldKinds}) group by kind`,
    median: sql<{ median: number | null }>`with answered as (
          select r.id, min(coalesce(a.created_at, r.resolved_at), coalesce(r.resolved_at, a.created_at)) - r.created_at as span
          from reports r left join (
            select report_id, min(created_at) as created_at from member_actions
            where created_at >= ${from} and report_id is not null and kind in (${toldKinds}) group by report_id) a on a.report_id = r.id
          where r.created_at >= ${from} and r.created_at < ${to}),
        ranked as (
          select span, row_number() over (order by span) as place, count(*) over () as total
          from answered where span is not null)
        select cast(avg(span) as integer) as median from ranked
        where total >= ${MIN_DISCLOSED_COUNT} and place in ((total + 1) / 2, (total + 2) / 2)`,
  });
  return { reports, actions, median: median[0]?.median ?? null };
}

export async function findPeriods(db: Database, periods: string[]): Promise<Set<string>> {
  const { period } = transparency;
  const rows = await db.select({ period }).from(transparency).where(inArray(period, periods));
  return new Set(rows.map((row) => row.period));
}

export const insertPeriod = (db: Database, row: typeof transparency.$inferInsert) =>
  db.insert(transparency).values(row).onConflictDoNothing();

export const readDays = (db: Database, month: string) =>
  db
    .select()
    .from(transparency)
    .where(and(gt(transparency.period, `${month}-`), lt(transparency.period, `${month}-99`)))
    .orderBy(transparency.period);

export async function readPeriods(
  db: Database,
  { months, days }: { months: number; days: number },
) {
  const newest = (length: number, limit: number) =>
    db
      .select()
      .from(transparency)
      .where(eq(sql`length(${transparency.period})`, length))
      .orderBy(desc(transparency.period))
      .limit(limit);
  const found = await db.batch([newest(7, months), newest(10, days)]);
  return { months: found[0], days: found[1] };
}
