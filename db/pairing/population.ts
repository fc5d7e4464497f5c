import { type SQL, sql } from "drizzle-orm";
import { MINIMUM_AGE_YEARS, MS_PER_DAY } from "~/core/shared/constants";
import { keptPairsOn } from "~/db/accounts/kept-digests";
import { type Database, readRows, selectRows } from "~/db/client";
import { joinedAt, type RunMoment, takesPart } from "./participation";
import { waitFor } from "./waits";

/*
 * A run names a member by rowid. If the newest member is deleted, SQLite gives that rowid to the next new member, so
 * statements that write compare `createdAt` too.
 */

type CandidateRow = [
  key: number,
  createdAt: number,
  gender: string | null,
  preferredMatchGender: string | null,
  dob: string | null,
  minimumAge: number | null,
  maximumAge: number | null,
  latitude: number | null,
  longitude: number | null,
  distance: number | null,
  waited: number,
  wasUnanswered: number,
  /** `UTC±HH:MM` (`core/shared/timezones`). */
  timezone: string | null,
  languages: string,
  joinedAt: number,
  /** The latest `joinedAt` that the member accepts in a partner; null if the member accepts any. */
  acceptedUntil: number | null,
];

export async function readGreatestKey(db: Database): Promise<number> {
  const rows = await readRows(
    db,
    sql<[key: number | null]>`select max(rowid) as "key" from members`,
  );
  return rows[0]?.[0] ?? 0;
}

export interface PreviousRun {
  id: string;
  /** When the run's conversations end, unless a conversation ends early. */
  endsAt: number;
}

/**
 * `wasUnanswered` is 1 if the member opened the conversation of the previous run and the partner never did. Three more
 * conditions must hold: being left out would have counted for the member, the conversation ended at its regular time,
 * and neither member blocked the other before the end, not even for a while.
 */
export function readCandidates(
  db: Database,
  page: RunMoment & { afterKey: number; limit: number; previous: PreviousRun | null },
): Promise<CandidateRow[]> {
  const { previous } = page;
  const endedRunId = previous && previous.endsAt <= page.startedAt ? previous.id : "";
  const wasUnanswered = (own: number, other: number) =>
    sql`exists(select 1 from pairings p where p.run_id = ${endedRunId} and ${sql.raw(
      `p.user${own}_id = m.id and p.user${own}_counted = 1 and p.user${own}_opened = 1 and p.user${other}_opened = 0`,
    )} and p.expires_at = ${previous?.endsAt ?? 0} and p.sealed_shut_at is null)`;
  return readRows(
    db,
    sql<CandidateRow>`select m.rowid as "key", m.created_at as createdAt, m.gender,
          m.preferred_match_gender as preferredMatchGender, m.dob, m.minimum_age_preference as minimumAge,
          m.maximum_age_preference as maximumAge, m.latitude, m.longitude, m.distance_preference as distance,
          ${waitFor(page)} as waited,
          ${wasUnanswered(1, 2)} or ${wasUnanswered(2, 1)} as wasUnanswered,
          m.timezone, m.languages, ${joinedAt("m", page)} as joinedAt,
          iif(m.newcomers_away_until > ${page.startedAt}, m.newcomers_away_since, null) as acceptedUntil
        from members m where m.rowid > ${page.afterKey} and ${takesPart("m", page)}
        order by m.rowid limit ${page.limit}`,
  );
}

export interface RunSpeakers {
  members: number;
  /** How many of `members` had joined at least {@link SETTLED_DAYS} days before the run's date. */
  settled: number;
  speakers: { code: string; members: number; settled: number }[];
}

const SETTLED_DAYS = 14;

export async function countSpeakers(db: Database, moment: RunMoment): Promise<RunSpeakers> {
  const { date } = moment;
  const settledBefore = Date.parse(date) - (SETTLED_DAYS - 1) * MS_PER_DAY;
  const lastBirth = `${Number(date.slice(0, 4)) - MINIMUM_AGE_YEARS}${date.slice(4)}`;
  const counts = sql`count(*) as members, coalesce(sum(${joinedAt("m", moment)} < ${settledBefore}), 0) as settled`;
  // All members are read, so `rowid >= 0` makes SQLite scan the table by key instead of using an index.
  const isIn = sql`m.rowid >= 0 and m.dob <= ${lastBirth} and ${takesPart("m", moment)}`;
  const [all, ...speakers] = await selectRows(
    db,
    sql<RunSpeakers["speakers"][number]>`select '' as code, ${counts} from members m where ${isIn}
      union all
      select j.value as code, ${counts} from members m cross join json_each(m.languages) j
        where m.languages <> '[]' and ${isIn} group by j.value`,
  );
  return { members: all?.members ?? 0, settled: all?.settled ?? 0, speakers };
}

export interface PairsPage {
  nextKey: number | null;
  keys: string;
}

/**
 * Reads a page as one text, because an array for each of a million rows would take several times as much memory.
 * @param rows selects the key `k` of each row and the keys `a` and `b` of its two members, in the order of `k`
 */
async function readPairs(db: Database, rows: SQL, limit: number): Promise<PairsPage> {
  const [page] = await readRows(
    db,
    sql<
      [count: number, last: number | null, keys: string | null]
    >`select count(*) as "count", max(k) as "last", group_concat(a || ' ' || b, ' ') as "keys"
        from (${rows} limit ${limit}) t`,
  );
  const [count = 0, last = null, keys = null] = page ?? [];
  return { nextKey: count < limit ? null : last, keys: keys ?? "" };
}

export function readBlocks(
  db: Database,
  page: { afterKey: number; limit: number },
): Promise<PairsPage> {
  // With cross joins SQLite keeps the order of the tables, so that a page follows the key.
  const rows = sql`select b.rowid as k, x.rowid as a, y.rowid as b from blocks b
    cross join members x on x.id = b.blocker_id cross join members y on y.id = b.blocked_id
    where b.rowid > ${page.afterKey} order by b.rowid`;
  return readPairs(db, rows, page.limit);
}

export function readPairsOfDate(
  db: Database,
  page: { date: string; afterKey: number; limit: number },
): Promise<PairsPage> {
  const rows = sql`select p.rowid as k, x.rowid as a, y.rowid as b from pairings p
    cross join members x on x.id = p.user1_id cross join members y on y.id = p.user2_id
    where p.pairing_date = ${page.date} and p.rowid > ${page.afterKey}
      and p.run_id in (select r.id from pairing_runs r where r.date = ${page.date} and r.state = 'published')
    order by p.rowid`;
  return readPairs(db, rows, page.limit);
}

export function readKeptPairs(
  db: Database,
  page: { date: string; afterKey: number; limit: number },
): Promise<PairsPage> {
  return readPairs(db, keptPairsOn(page), page.limit);
}
