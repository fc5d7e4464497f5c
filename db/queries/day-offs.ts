import { sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { blockedEitherWay, runInForce } from "./pairings";
import { findInSnapshot, parseSnapshot, type SnapshotLine } from "./run-snapshots";

/** A day off, with all that the run knew: see {@link findDayOff}. */
export interface DayOff {
  /** The member's own line. */
  own: SnapshotLine;
  /** Keys of those who were blocked either way when the run began. */
  blockedKeys: number[];
  /** Everybody who was in the run, the member too. */
  snapshot: Iterable<SnapshotLine>;
}

/** Row by row, so that no more than some thousand lines are objects at a time. */
function* readLines(contents: string[]): Generator<SnapshotLine> {
  for (const content of contents) yield* parseSnapshot(content);
}

function findOwn(contents: string[], key: number): SnapshotLine | null {
  for (const content of contents) {
    const own = findInSnapshot(content, key);
    if (own) return own;
  }
  return null;
}

/**
 * Whether the member has an open pairing, and their day off if the run in force left them out. What
 * the run knew doesn't change until the next one, so that nobody can find a member by moving a
 * preference, or blocking somebody, and asking again.
 */
export async function findDayOff(
  db: Database,
  { memberId, today, now }: { memberId: string; today: string; now: number },
): Promise<{ paired: boolean; dayOff: DayOff | null }> {
  const run = runInForce(today);
  const isLeftOut = sql`exists(select 1 from day_offs d where d.member_id = ${memberId}
      and d.ended_early = 0 and d.run_id = ${run})`;
  const beforeRun = sql`b.created_at < (select r.started_at from pairing_runs r where r.id = ${run})`;
  const [member, blocked, snapshot, open] = await runBatch(db, [
    sql`select m.rowid as "key" from members m where m.id = ${memberId} and ${isLeftOut}`,
    sql`select m.rowid as "key" from blocks b join members m on m.id = b.blocked_id
        where b.blocker_id = ${memberId} and ${beforeRun}
        union all select m.rowid from blocks b join members m on m.id = b.blocker_id
        where b.blocked_id = ${memberId} and ${beforeRun}`,
    sql`select s.content from run_snapshots s where s.run_id = ${run} and ${isLeftOut}`,
    sql`select 1 from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
        where p.user1_id = ${memberId} and p.expires_at > ${now}
          and not ${blockedEitherWay(sql`p.user1_id`, sql`p.user2_id`)}
        union all
        select 1 from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
        where p.user2_id = ${memberId} and p.expires_at > ${now}
          and not ${blockedEitherWay(sql`p.user1_id`, sql`p.user2_id`)}`,
  ]);
  const key = member?.rows[0]?.key;
  const contents = (snapshot?.rows ?? []).map(({ content }) => String(content));
  const own = key === undefined ? null : findOwn(contents, Number(key));
  return {
    paired: (open?.rows.length ?? 0) > 0,
    dayOff: own && {
      own,
      blockedKeys: (blocked?.rows ?? []).map((row) => Number(row.key)),
      snapshot: readLines(contents),
    },
  };
}
