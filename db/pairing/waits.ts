import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, runStatement } from "~/db/client";
import { isBarred } from "~/db/moderation/standing";
import { dayOffs, members } from "~/db/schema";
import { ofEachSide, type RunMoment } from "./participation";
import type { RunWrite } from "./run-snapshots";

/*
 * The column `waited` is the wait (docs/rules.md#waits). `waited_on` is the date of the last run that changed it.
 * `waited_before` is the wait before that date, from which another run of the same date would compute the wait anew.
 */

const waitBefore = (date: SQL) => sql`iif(m.waited_on >= ${date}, m.waited_before, m.waited)`;

/**
 * The member's wait for a run of a date. Pairings by other runs of the same date don't lower this wait, because the new
 * run replaces them. Pairings of later dates don't lower it either.
 */
export const waitFor = ({ date }: Pick<RunMoment, "date">): SQL =>
  sql`case when m.waited_on = ${date} then max(m.waited, m.waited_before)
    else ${waitBefore(sql`${date}`)} end`;

/**
 * Must run in the transaction that publishes a run. Paired members lose their wait. The wait of a member left out grows
 * by one if the run counts towards it. Members of the date's earlier run who are not in this one get back the wait that
 * they had before the date, unless they are in an open conversation.
 * @param run.isPublished SQL that is true if this batch has published the run
 * @param run.parts the number of statements over which the members are spread
 */
export function updateWaits(
  { runId, date, now }: RunWrite & { date: string; now: number },
  { isPublished, isPast, parts }: { isPublished: SQL; isPast: boolean; parts: number },
) {
  const isDue = sql`${isPast ? 0 : 1} = 1 and ${isPublished}`;
  const other = sql`r.date = ${date} and r.state = 'published' and r.id <> ${runId}`;
  const inOthers = sql`select d.member_id as id from pairing_runs r cross join day_offs d on d.run_id = r.id where ${other}
    union all ${ofEachSide(
      ({ own }) =>
        sql`select ${own} from pairing_runs r cross join pairings p on p.run_id = r.id where ${other}`,
    )}`;
  const before = waitBefore(sql`${date}`);
  const hasLaterRun = sql`m.waited_on > ${date}`;
  // If a run of a later date has already changed the wait, only this date's share of it is replaced: the nights added
  // since are kept, and a wait that has since become 0 stays 0.
  const becomes = (
    after: SQL,
  ) => sql`waited = iif(${hasLaterRun}, iif(m.waited = 0, 0, m.waited - ${before} + ${after}), ${after}),
          waited_before = iif(${hasLaterRun}, ${after}, ${before}),
          waited_on = max(coalesce(m.waited_on, ''), ${date})`;
  const isPaired = sql`exists(${ofEachSide(({ own }) => sql`select 1 from pairings p where p.run_id = ${runId} and ${own} = m.id`)})`;
  const isHere = sql`exists(select 1 from day_offs d where d.run_id = ${runId} and d.member_id = m.id)
    or ${isPaired}`;
  const isOpen = sql`exists(${ofEachSide(
    ({ own }) => sql`select 1 from pairings p
      where ${own} = m.id and p.pairing_date = ${date} and p.expires_at > ${now}`,
  )})`;
  const inParts = (name: string, statement: (part: number) => SQL): Record<string, SQL> =>
    Object.fromEntries(
      Array.from({ length: parts }, (_, part) => [`${name}${part}`, statement(part)]),
    );
  return {
    // Most paired members have no wait, so only those who have one are updated.
    ...inParts(
      "released",
      (part) => sql`update members as m set ${becomes(sql`0`)}
        where m.waited > 0 and m.rowid % ${parts} = ${part} and ${isPaired} and ${isDue}`,
    ),
    ...inParts(
      "lengthened",
      (part) => sql`update members as m set ${becomes(sql`${before} + t.adds`)}
        from (select d.member_id as id, coalesce(d.counted, 1) as adds
          from day_offs d where d.run_id = ${runId} and d.ended_early = 0
            and unicode(substr(d.member_id, -1)) % ${parts} = ${part}) t
        where m.id = t.id and ${isDue}`,
    ),
    takenBack: sql`update members as m set waited = m.waited_before
        where m.id in (${inOthers}) and m.waited_on = ${date} and not (${isHere})
          and not ${isOpen} and ${isDue}`,
    summed: sql`update pairing_runs set waits = (select json_group_object(t.waited, t.members) from (
          select m.waited, count(*) as members from day_offs d cross join members m on m.id = d.member_id
          where d.run_id = ${runId} and d.ended_early = 0 group by m.waited) t)
        where id = ${runId} and ${isDue}`,
  };
}

/**
 * Must run before a member leaves or is suspended (docs/rules.md#waits). A partner in an open conversation gets a wait
 * of at least one, if being left out would have counted for them. A partner whose conversation a block had closed keeps
 * the wait as it was.
 */
export function endDayOfPartners(memberId: string, now: number, condition: SQL) {
  return {
    placeKept: sql`update members as m set waited = max(m.waited, n.counted), waited_before = ${waitBefore(sql`n.date`)},
        waited_on = max(coalesce(m.waited_on, ''), n.date)
      from (${ofEachSide(
        ({
          own,
          other,
          otherCounted,
        }) => sql`select ${other} as id, p.pairing_date as date, ${otherCounted} as counted
        from unblocked_pairings p where ${own} = ${memberId} and p.expires_at > ${now}`,
      )}) n
      where m.id = n.id and ${condition}`,
    endedEarly: sql`insert or ignore into day_offs (run_id, member_id, ended_early, counted)
        ${ofEachSide(
          ({ own, other }) => sql`select p.run_id, ${other}, 1,
          exists(select 1 from unblocked_pairings u where u.id = p.id)
        from published_pairings p where ${own} = ${memberId} and p.expires_at > ${now}
          and ${condition} and not ${isBarred(other, now)}`,
        )}`,
  };
}

export function listUndecided(db: Database, { runId }: RunWrite) {
  const undecided = and(isNull(dayOffs.counted), eq(dayOffs.endedEarly, false));
  return db
    .select({ id: dayOffs.memberId, key: sql<number>`${members}.rowid` })
    .from(dayOffs)
    .innerJoin(members, eq(members.id, dayOffs.memberId))
    .where(and(eq(dayOffs.runId, runId), undecided));
}

/** @param decided ids of members left out, each with whether the run counts towards the wait */
export async function storeDecided(
  db: Database,
  { runId }: RunWrite,
  decided: [id: string, counts: boolean][],
): Promise<void> {
  const statement = sql`update day_offs as d set counted = json_extract(j.value, '$[1]')
      from json_each(${JSON.stringify(decided)}) j
      where d.run_id = ${runId} and d.member_id = json_extract(j.value, '$[0]')`;
  await runStatement(db, statement);
}
