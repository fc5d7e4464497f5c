import { type SQL, sql } from "drizzle-orm";
import { type Database, selectRow } from "~/db/client";
import {
  joinSample,
  ownLine,
  parseSnapshot,
  type SnapshotLine,
  selectSample,
} from "./run-snapshots";

export interface DayOff {
  own: SnapshotLine;
  members: number;
  /** All members of a small run, or a sample of the members of a large run. Can include the member with the day off. */
  sample: SnapshotLine[];
}

interface FoundRow {
  date: string;
  paired: number;
  own: string | null;
  members: number;
  sample_run: string;
  sample_size: number | null;
  sample: string | null;
}

/**
 * Reads the run's snapshot, not the present profiles. Otherwise someone could locate another member by changing
 * preferences between two requests.
 */
export async function findDayOff(
  db: Database,
  { memberId, today, now }: { memberId: string; today: string; now: number },
): Promise<{ paired: boolean; dayOff: DayOff | null }> {
  const isPaired = sql`exists(
        select 1 from unblocked_pairings p where p.user1_id = ${memberId} and p.expires_at > ${now}
        union all
        select 1 from unblocked_pairings p where p.user2_id = ${memberId} and p.expires_at > ${now})`;
  const { columns, take } = selectSample();
  const readRun = (which: SQL, paired: SQL) =>
    selectRow(
      db,
      sql<FoundRow>`select r.date, ${paired} as paired,
          ${ownLine(sql`r.id`)} as own, r.members, ${columns}
        from pairing_runs r
        left join day_offs d on d.run_id = r.id and d.member_id = ${memberId} and d.ended_early = 0
        left join members m on m.id = d.member_id
        ${joinSample} and d.member_id is not null
        where ${which} and r.state = 'published' order by r.date desc, r.started_at desc limit 1`,
    );
  // A member whom the newest run left out has no open pairing, because that run ended it. If the newest run has a later
  // date than today, today's newest run is read too.
  let found = await readRun(sql`r.date >= ${today}`, sql`iif(d.member_id is null, ${isPaired}, 0)`);
  if (found && found.date !== today) found = await readRun(sql`r.date = ${today}`, isPaired);
  if (!found) {
    const open = await selectRow(db, sql<{ paired: number }>`select ${isPaired} as paired`);
    return { paired: open?.paired === 1, dayOff: null };
  }
  const { own, members } = found;
  const sample = take(found);
  return {
    paired: found.paired === 1,
    dayOff:
      own === null || sample === null
        ? null
        : {
            own: parseSnapshot(`\n${own}`)[0] as SnapshotLine,
            members,
            sample: sample.lines,
          },
  };
}
