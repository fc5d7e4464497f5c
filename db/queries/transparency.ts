import { sql } from "drizzle-orm";
import { MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import { type Database, runBatch, runStatement, selectBatch, selectRows } from "~/db/client";
import type { pairingRuns, transparency } from "~/db/schema";
import { toldKinds } from "./standing";
import type { StoredRow } from "./stored-row";

/** Members of one gender and preference in a run, and how many of them it left without a partner. */
interface GroupRow {
  gender: string | null;
  preferred: string | null;
  members: number;
  left_out: number;
}

type RunRow = Pick<
  StoredRow<typeof pairingRuns>,
  "members" | "pairs" | "unmatched" | "repeats" | "proven_maximum" | "waits"
>;

/**
 * The run of a date by the cron, and its members by gender and preference: from what the run itself kept, a row per
 * 10,000 members. Undefined until it is published, and once what it kept is gone.
 */
export async function readRunOfDay(
  db: Database,
  date: string,
): Promise<{ run: RunRow; groups: GroupRow[] } | undefined> {
  const ofDate = sql`(select id from pairing_runs where run_key = ${date} and state = 'published')`;
  const { run, groups } = await selectBatch(db, {
    run: sql<RunRow>`select members, pairs, unmatched, repeats, proven_maximum, waits from pairing_runs
        where run_key = ${date} and state = 'published'`,
    // A line is a JSON array that begins with the member's rowid, gender and preference; a line break goes before each.
    groups: sql<GroupRow>`with line as (
          select json_extract(e.value, '$[0]') as key, json_extract(e.value, '$[1]') as gender,
            json_extract(e.value, '$[2]') as preferred
          from run_snapshots s, json_each('[' || substr(replace(s.content, char(10), ','), 2) || ']') e
          where s.run_id = ${ofDate} and s.content <> ''),
        left_out as (
          select m.rowid as key from day_offs d cross join members m on m.id = d.member_id
          where d.run_id = ${ofDate} and d.ended_early = 0)
        select gender, preferred, count(*) as members, count(o.key) as left_out
        from line left join left_out o on o.key = line.key group by gender, preferred`,
  });
  return run[0] && { run: run[0], groups };
}

/** Pairs of the cron's run of a date, and how many of them had a language in common when they were paired. */
export async function countSharing(
  db: Database,
  date: string,
): Promise<{ pairs: number; sharing: number }> {
  const rows = await selectRows(
    db,
    sql<{ pairs: number; sharing: number }>`select count(*) as pairs,
          coalesce(sum(json_array_length(p.user1_card, '$.shared_languages') > 0), 0) as sharing
        from pairings p
        where p.run_id = (select id from pairing_runs where run_key = ${date} and state = 'published')`,
  );
  return rows[0] ?? { pairs: 0, sharing: 0 };
}

interface CountRow {
  name: string;
  count: number;
}

/** What moderation did in a span of time; instants in milliseconds since 1970. */
interface ModerationRows {
  reports: CountRow[];
  actions: CountRow[];
  /** Milliseconds from a report to the first action on it, or to its decision; null without any. */
  median: number | null;
}

/** Reports by reason, actions by kind, and the median time to the first answer, by the indexes on time. */
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

type PeriodRow = Pick<StoredRow<typeof transparency>, "period" | "content">;

/** Which of the periods are there already. */
export async function findPeriods(db: Database, periods: string[]): Promise<Set<string>> {
  const statement = sql<{ period: string }>`select t.period
        from json_each(${JSON.stringify(periods)}) j
        cross join transparency t on t.period = j.value`;
  const rows = await selectRows(db, statement);
  return new Set(rows.map(({ period }) => period));
}

/** Stores a period's numbers, once: a second writer changes nothing. */
export async function insertPeriod(
  db: Database,
  { period, content }: PeriodRow,
  now: number,
): Promise<void> {
  const statement = sql`insert into transparency (period, content, computed_at)
        values (${period}, ${content}, ${now})
        on conflict (period) do nothing`;
  await runStatement(db, statement);
}

/** The days of a month, as they were stored. */
export async function readDays(db: Database, month: string): Promise<PeriodRow[]> {
  const statement = sql<PeriodRow>`select period, content from transparency
        where period > ${`${month}-`} and period < ${`${month}-99`} order by period`;
  return selectRows(db, statement);
}

/** The newest months and the newest days, newest first. */
export async function readPeriods(
  db: Database,
  { months, days }: { months: number; days: number },
): Promise<{ months: PeriodRow[]; days: PeriodRow[] }> {
  const newest = (length: number, limit: number) =>
    sql<PeriodRow>`select period, content from transparency where length(period) = ${length}
        order by period desc limit ${limit}`;
  const found = await runBatch(db, { months: newest(7, months), days: newest(10, days) });
  return { months: found.months.rows, days: found.days.rows };
}
