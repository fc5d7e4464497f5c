import { sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { ownLine, parseSnapshot, type SnapshotLine, sampleOf } from "./run-snapshots";

/** A day off with what the run knew, see {@link findDayOff}. */
export interface DayOff {
  /** The member's own line. */
  own: SnapshotLine;
  /** Keys of the members who were blocked either way when the run began. */
  blockedKeys: number[];
  /** How many members were in the run. */
  members: number;
  /** Those of them who are counted, the member too: all, or a sample of a run with more than fit. */
  sample: SnapshotLine[];
}

interface FoundRow {
  own: string | null;
  members: number;
  sample: string | null;
  /** Keys, with commas between. */
  blocked: string | null;
}

/**
 * Whether the member has an open pairing, and their day off if the run in force left them out. Answers come from the
 * run's snapshot, so that a member cannot be located by changing preferences, or blocking, and asking again. Of the
 * snapshot it reads two rows, whatever the run's size.
 */
export async function findDayOff(
  db: Database,
  { memberId, today, now }: { memberId: string; today: string; now: number },
): Promise<{ paired: boolean; dayOff: DayOff | null }> {
  const { found, open } = await runBatch(db, {
    // By the run in force, as `runInForce` finds it.
    found: sql<FoundRow>`select ${ownLine(sql`r.id`)} as own, r.members, ${sampleOf(sql`r.id`)} as sample,
          (select group_concat(x.rowid) from (
              select blocked_id as id, created_at from blocks where blocker_id = ${memberId}
              union all select blocker_id, created_at from blocks where blocked_id = ${memberId}) t
            cross join members x on x.id = t.id where t.created_at < r.started_at) as blocked
        from pairing_runs r
        cross join day_offs d on d.run_id = r.id and d.member_id = ${memberId} and d.ended_early = 0
        cross join members m on m.id = d.member_id
        where r.date = ${today} and r.state = 'published' and not exists(select 1 from pairing_runs x
          where x.date = r.date and x.started_at > r.started_at and x.state = 'published')`,
    open: sql`select 1 from unblocked_pairings p where p.user1_id = ${memberId} and p.expires_at > ${now}
        union all
        select 1 from unblocked_pairings p where p.user2_id = ${memberId} and p.expires_at > ${now}`,
  });
  const { own = null, members = 0, sample = null, blocked = null } = found.rows[0] ?? {};
  return {
    paired: open.rows.length > 0,
    dayOff:
      own === null || sample === null
        ? null
        : {
            own: parseSnapshot(`\n${own}`)[0] as SnapshotLine,
            blockedKeys: blocked === null ? [] : blocked.split(",").map(Number),
            members,
            sample: parseSnapshot(sample),
          },
  };
}
