import { sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { runInForce } from "./pairings";
import { findInSnapshot, parseSnapshot, type SnapshotLine } from "./run-snapshots";

/** A day off with what the run knew, see {@link findDayOff}. */
export interface DayOff {
  /** The member's own line. */
  own: SnapshotLine;
  /** Keys of the members who were blocked either way when the run began. */
  blockedKeys: number[];
  /** All members of the run, the member too. */
  snapshot: Iterable<SnapshotLine>;
}

/** Row by row, so that at most some thousand lines are objects at a time. */
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
 * Whether the member has an open pairing, and their day off if the run in force left them out. Answers come from the
 * run's snapshot, so that a member cannot be located by changing preferences, or blocking, and asking again.
 */
export async function findDayOff(
  db: Database,
  { memberId, today, now }: { memberId: string; today: string; now: number },
): Promise<{ paired: boolean; dayOff: DayOff | null }> {
  const run = runInForce(today);
  const isLeftOut = sql`exists(select 1 from day_offs d where d.member_id = ${memberId}
      and d.ended_early = 0 and d.run_id = ${run})`;
  const { member, blocked, snapshot, open } = await runBatch(db, {
    member: sql<{ key: number }>`select m.rowid as "key" from members m
        where m.id = ${memberId} and ${isLeftOut}`,
    blocked: sql<{ key: number }>`select m.rowid as "key"
        from blocked_pairs b join members m on m.id = b.other_id
        where b.one_id = ${memberId}
          and b.created_at < (select r.started_at from pairing_runs r where r.id = ${run})`,
    snapshot: sql<{ content: string }>`select s.content from run_snapshots s
        where s.run_id = ${run} and ${isLeftOut}`,
    open: sql`select 1 from unblocked_pairings p where p.user1_id = ${memberId} and p.expires_at > ${now}
        union all
        select 1 from unblocked_pairings p where p.user2_id = ${memberId} and p.expires_at > ${now}`,
  });
  const key = member.rows[0]?.key;
  const contents = snapshot.rows.map(({ content }) => content);
  const own = key === undefined ? null : findOwn(contents, key);
  return {
    paired: open.rows.length > 0,
    dayOff: own && {
      own,
      blockedKeys: blocked.rows.map((row) => row.key),
      snapshot: readLines(contents),
    },
  };
}
