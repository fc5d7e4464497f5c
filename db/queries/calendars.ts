import { sql } from "drizzle-orm";
import type { PauseDates } from "~/core/shared/pauses";
import { type Database, runStatement, selectRow } from "~/db/client";
import { isBarred } from "./standing";

/** Finds the instant at which a member's calendar was made, milliseconds since 1970; null when there is none. */
export async function findCalendar(db: Database, memberId: string): Promise<number | null> {
  const statement = sql<{ created_at: number }>`select created_at from calendar_feeds
        where member_id = ${memberId}`;
  return (await selectRow(db, statement))?.created_at ?? null;
}

/** Stores the digest of a calendar's token, which replaces an earlier one. */
export async function putCalendar(
  db: Database,
  feed: { memberId: string; tokenDigest: string; now: number },
): Promise<void> {
  const statement = sql`insert into calendar_feeds (member_id, token_digest, created_at)
        values (${feed.memberId}, ${feed.tokenDigest}, ${feed.now})
        on conflict (member_id) do update set token_digest = excluded.token_digest, created_at = excluded.created_at`;
  await runStatement(db, statement);
}

export async function deleteCalendar(db: Database, memberId: string): Promise<void> {
  await runStatement(db, sql`delete from calendar_feeds where member_id = ${memberId}`);
}

/** Finds the pause of the member whose calendar a token opens; undefined if there is no such calendar, or the member is suspended or banned. */
export async function findCalendarPause(
  db: Database,
  { tokenDigest, now }: { tokenDigest: string; now: number },
): Promise<PauseDates | undefined> {
  const statement = sql<PauseDates>`select m.paused_from as "from", m.paused_until as "until"
        from calendar_feeds f join members m on m.id = f.member_id
        where f.token_digest = ${tokenDigest} and not ${isBarred(sql`m.id`, now)}`;
  return selectRow(db, statement);
}
