import { type SQL, sql } from "drizzle-orm";
import { type Database, readRows } from "~/db/client";
import { isBarred } from "./standing";

/*
 * What the pairing run reads, by pages, as rows of arrays. A member is named by SQLite's rowid.
 * SQLite gives the rowid of the newest row away again once that row is deleted, so `createdAt` goes
 * with it wherever something is written: the two together name no other member.
 */

/** A member for the matching. */
export type CandidateRow = [
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
  /** 1 if the previous run left the member out. */
  hasPriority: number,
  /** `UTC±HH:MM`, see `core/shared/timezones`. */
  timezone: string | null,
];

/** No member has a greater key; 0 without members. */
export async function readGreatestKey(db: Database): Promise<number> {
  const rows = await readRows<[key: number | null]>(db, sql`select max(rowid) from members`);
  return rows[0]?.[0] ?? 0;
}

/** A page of members in the order of their keys, without those who are suspended or banned. */
export function readCandidates(
  db: Database,
  page: { afterKey: number; limit: number; previousRunId: string | null; now: number },
): Promise<CandidateRow[]> {
  return readRows<CandidateRow>(
    db,
    sql`select m.rowid, m.created_at, m.gender, m.preferred_match_gender, m.dob,
          m.minimum_age_preference, m.maximum_age_preference, m.latitude, m.longitude,
          m.distance_preference,
          exists(select 1 from day_offs d where d.run_id = ${page.previousRunId ?? ""} and d.member_id = m.id),
          m.timezone
        from members m where m.rowid > ${page.afterKey} and not ${isBarred(sql`m.id`, page.now)}
        order by m.rowid limit ${page.limit}`,
  );
}

/** A page of pairs of members. */
export interface PairsPage {
  /** Where the next page begins; null when this is the last. */
  nextKey: number | null;
  /** Keys of the two, one pair after the other, parted by spaces. */
  keys: string;
}

/**
 * One text a page: an array for each of a million rows would be several times its size.
 * @param rows a query of the row's own key `k` and the two members' `a` and `b`, in the order of `k`
 */
async function readPairs(db: Database, rows: SQL, limit: number): Promise<PairsPage> {
  const [page] = await readRows<[count: number, last: number | null, keys: string | null]>(
    db,
    sql`select count(*), max(k), group_concat(a || ' ' || b, ' ') from (${rows} limit ${limit}) t`,
  );
  const [count = 0, last = null, keys = null] = page ?? [];
  return { nextKey: count < limit ? null : last, keys: keys ?? "" };
}

/** A page of blocks: who blocked whom. */
export function readBlocks(
  db: Database,
  page: { afterKey: number; limit: number },
): Promise<PairsPage> {
  // Cross joins keep the order of the loops: the pages go by the key of the block.
  const rows = sql`select b.rowid as k, x.rowid as a, y.rowid as b from blocks b
    cross join members x on x.id = b.blocker_id cross join members y on y.id = b.blocked_id
    where b.rowid > ${page.afterKey} order by b.rowid`;
  return readPairs(db, rows, page.limit);
}

/** A page of the pairs that published runs made for one date. */
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
