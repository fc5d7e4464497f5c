import { and, desc, eq, sql } from "drizzle-orm";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { type Database, runBatch, runStatement } from "~/db/client";
import { insertJobs, jobIf } from "~/db/operations/jobs";
import { deleteExpired } from "~/db/operations/maintenance";
import { pairingRuns, pairings } from "~/db/schema";
import { type RunMoment, takesPart } from "./participation";
import { partnerCardOf } from "./partner-card";
import type { PreviousRun } from "./population";
import { dropOlderSnapshots, type RunWrite } from "./run-snapshots";
import { updateWaits } from "./waits";

export interface RunClaim {
  runId: string;
  date: string;
  trigger: "cron" | "admin";
  adminId: string | null;
  seed: string;
  startedAt: number;
}

type ClaimOutcome =
  | { outcome: "claimed"; attempt: number }
  | { outcome: "published" }
  /** Another writer has claimed the run. */
  | { outcome: "in_progress" };

const isPublishedOn = (date: string) =>
  sql`exists(select 1 from pairing_runs where date = ${date} and state = 'published')`;

/*
 * An abandoned run is a claim whose lease is 0. Its writer can neither renew the lease nor publish. Its rows, which no
 * reader sees, are deleted in statements of bounded size, because one cascade over half a million pairs would block the
 * database for seconds.
 */
const IS_ALIVE = sql.raw("state = 'claimed' and lease_until > 0");
const KILL = sql.raw("lease_until = 0, run_key = id");
/** Enough statements to remove an abandoned run of 20,000 members. The sweep removes the rest of a larger run. */
const REMOVING_STATEMENTS = 12;

const removeDeadRuns = (db: Database) =>
  deleteExpired(db, "unpublishedRuns", { until: 0, maxStatements: REMOVING_STATEMENTS });

/** Before the claim, abandons and removes every run whose lease has expired. */
export async function claimRun(
  db: Database,
  { runId, date, trigger, adminId, seed, startedAt }: RunClaim,
  leaseUntil: number,
): Promise<ClaimOutcome> {
  const runKey = trigger === "cron" ? date : runId;
  const hasLapsed = sql`${IS_ALIVE} and lease_until <= ${startedAt}`;
  const { lapsed } = await runBatch(db, {
    lapsed: sql<{
      run_key: string;
      attempt: number;
    }>`select run_key, attempt from pairing_runs where ${hasLapsed}`,
    killed: sql`update pairing_runs set ${KILL} where ${hasLapsed}`,
  });
  if (lapsed.rows.length > 0) await removeDeadRuns(db);
  const attempt = 1 + (lapsed.rows.find((run) => run.run_key === runKey)?.attempt ?? 0);
  const isDone = isPublishedOn(date);
  const { inserted, state } = await runBatch(db, {
    inserted: sql`insert into pairing_runs
          (id, run_key, date, "trigger", admin_id, state, lease_until, attempt, seed, started_at)
        select ${runId}, ${runKey}, ${date}, ${trigger}, ${adminId}, 'claimed',
          ${leaseUntil}, ${attempt}, ${seed}, ${startedAt}
        where ${trigger} = 'admin' or not ${isDone}
        on conflict (run_key) do nothing`,
    state: sql<{ done: number }>`select ${isDone} as done`,
    audited: sql`insert into audit_events (id, admin_id, action, "rows", object_id, created_at)
        select lower(hex(randomblob(16))), admin_id, 'trigger_run', 0, id, ${startedAt}
        from pairing_runs where id = ${runId} and admin_id is not null`,
  });
  if (inserted.changes === 1) return { outcome: "claimed", attempt };
  return { outcome: state.rows[0]?.done === 1 ? "published" : "in_progress" };
}

/** @returns false if the run was taken over */
export async function renewLease(
  db: Database,
  { runId, leaseUntil }: RunWrite & { leaseUntil: number },
): Promise<boolean> {
  const { meta } = await db
    .update(pairingRuns)
    .set({ leaseUntil })
    .where(and(eq(pairingRuns.id, runId), IS_ALIVE));
  return meta.changes === 1;
}

/** @returns false if the run is already abandoned, removed or published */
export async function abandonRun(db: Database, runId: string): Promise<boolean> {
  const statement = sql`update pairing_runs set ${KILL} where id = ${runId} and ${IS_ALIVE}`;
  const { changes } = await runStatement(db, statement);
  if (changes > 0) await removeDeadRuns(db);
  return changes > 0;
}

/**
 * The state of the database from which a run is computed. The run can be published only if no other run up to its date
 * was published meanwhile.
 */
export interface RunBasis {
  /** The newest published run before the new one, by date and then by time (docs/rules.md#runs). */
  previous: PreviousRun | null;
  /** Number of published runs whose date isn't later than the new run's. */
  publishedRuns: number;
  isDateDone: boolean;
}

const countPublished = (date: string) =>
  sql`(select count(*) from pairing_runs where date <= ${date} and state = 'published')`;

export async function readBasis(db: Database, before: RunMoment): Promise<RunBasis> {
  const { published, previous } = await runBatch(db, {
    published: sql<{ runs: number; done: number }>`select ${countPublished(before.date)} as runs,
          ${isPublishedOn(before.date)} as done`,
    previous: sql<{ id: string; date: string }>`select id, date from pairing_runs
        where (date, started_at) < (${before.date}, ${before.startedAt}) and state = 'published'
        order by date desc, started_at desc limit 1`,
  });
  const [found] = previous.rows;
  return {
    previous: found ? { id: found.id, endsAt: nextMidnightUtc(Date.parse(found.date)) } : null,
    publishedRuns: published.rows[0]?.runs ?? 0,
    isDateDone: published.rows[0]?.done === 1,
  };
}

/** A member's rowid and time of registration (see population.ts). */
export type MemberKey = [key: number, createdAt: number];
/** `counts`: whether being left out would count towards the wait, for each of the two members. */
export type WrittenPair = [...MemberKey, ...MemberKey, counts: boolean, counts: boolean];
export type LeftOut = [...MemberKey, counts: boolean];

const memberByKey = (alias: string, key: number) =>
  sql.raw(`cross join members ${alias} on ${alias}.rowid = json_extract(j.value, '$[${key}]')
    and ${alias}.created_at = json_extract(j.value, '$[${key + 1}]')`);

/**
 * Skips a pair if one of its members is deleted or no longer takes part.
 * @returns the number of stored pairs
 * @throws Error of the foreign key if the run was taken over and deleted
 */
export async function insertPairings(
  db: Database,
  write: RunWrite & RunMoment & { expiresAt: number },
  pairs: WrittenPair[],
): Promise<number> {
  const statement = sql`insert into pairings
          (id, run_id, user1_id, user2_id, pairing_date, expires_at, user1_card, user2_card, user1_counted, user2_counted)
        select lower(hex(randomblob(16))), ${write.runId}, a.id, b.id, t.date, ${write.expiresAt},
          ${sql.raw(partnerCardOf("a", "b", "t.date"))}, ${sql.raw(partnerCardOf("b", "a", "t.date"))},
          json_extract(j.value, '$[4]'), json_extract(j.value, '$[5]')
        from (select ${write.date} as date) t cross join json_each(${JSON.stringify(pairs)}) j ${memberByKey("a", 0)} ${memberByKey("b", 2)}
        where ${takesPart("a", write)} and ${takesPart("b", write)}`;
  const ofRun = (side: "user1_id" | "user2_id") =>
    sql`exists(select 1 from pairings p where p.run_id = ${write.runId} and p.${sql.raw(side)} = m.id)`;
  const { inserted } = await runBatch(db, {
    inserted: statement,
    marked: sql`update members set took_part = 1 where id in (
        select m.id from json_each(${JSON.stringify(pairs)}) j ${memberByKey("m", 0)} where m.took_part = 0 and ${ofRun("user1_id")}
        union all select m.id from json_each(${JSON.stringify(pairs)}) j ${memberByKey("m", 2)} where m.took_part = 0 and ${ofRun("user2_id")})`,
  });
  return inserted.changes;
}

/**
 * Skips members who have a pairing in the run or no longer take part.
 * @throws Error of the foreign key if the run was taken over and deleted
 */
export async function insertDayOffs(
  db: Database,
  run: RunWrite & RunMoment,
  members: LeftOut[],
): Promise<void> {
  const statement = sql`insert or ignore into day_offs (run_id, member_id, counted)
        select ${run.runId}, m.id, json_extract(j.value, '$[2]') from json_each(${JSON.stringify(members)}) j ${memberByKey("m", 0)}
        where not exists(select 1 from pairings p where p.run_id = ${run.runId} and p.user1_id = m.id)
          and not exists(select 1 from pairings p where p.run_id = ${run.runId} and p.user2_id = m.id)
          and ${takesPart("m", run)}`;
  await runStatement(db, statement);
}

const pairsBlockedSince = ({ runId, since }: RunWrite & { since: number }) =>
  sql`(select p.id from blocks b cross join pairings p
        on p.run_id = ${runId} and p.user1_id = b.blocker_id and p.user2_id = b.blocked_id
        where b.created_at >= ${since}
      union all
      select p.id from blocks b cross join pairings p
        on p.run_id = ${runId} and p.user1_id = b.blocked_id and p.user2_id = b.blocker_id
        where b.created_at >= ${since})`;

/**
 * Deletes each pair of an unpublished run if one of the two has blocked the other since an instant. Both members get a
 * day off.
 */
export async function deleteBlockedPairs(
  db: Database,
  blocked: RunWrite & { since: number },
): Promise<void> {
  const isBlocked = sql`p.id in ${pairsBlockedSince(blocked)} and exists(
    select 1 from pairing_runs r where r.id = ${blocked.runId} and r.state = 'claimed')`;
  await runBatch(db, {
    daysOff: sql`insert or ignore into day_offs (run_id, member_id)
        select ${blocked.runId}, p.user1_id from pairings p where ${isBlocked}
        union all select ${blocked.runId}, p.user2_id from pairings p where ${isBlocked}`,
    deleted: sql`delete from pairings as p where ${isBlocked}`,
  });
}

export const countPairings = (db: Database, { runId }: RunWrite): Promise<number> =>
  db.$count(pairings, eq(pairings.runId, runId));

interface Publication extends RunWrite {
  now: number;
  date: string;
  /** False for a run of a past date, which ends nothing (docs/rules.md#runs). */
  endsOpenPairings: boolean;
  /** The run is published only if it has exactly this number of pairs, and no pair with a block made after `since`. */
  expectedPairs: number;
  since: number;
  waitParts: number;
  announcement: object;
  /** Queued only if the run is the first published one of its date. */
  firstAnnouncement: object | null;
  basis: RunBasis;
  repeats: number;
  provenMaximum: boolean;
}

type PublishOutcome =
  | { outcome: "published"; pairs: number; unmatched: number }
  /** Another run was published meanwhile. */
  | { outcome: "superseded" }
  | { outcome: "taken_over" }
  /**
   * A pair was deleted or blocked meanwhile, or it isn't yet decided for every member left out whether the run counts
   * towards the wait.
   */
  | { outcome: "changed" };

/**
 * Publishes the run and ends its members' other pairings in one transaction, so that no member has two open pairings.
 */
export async function publishRun(db: Database, run: Publication): Promise<PublishOutcome> {
  const isMine = sql`exists(select 1 from pairing_runs r where r.id = ${run.runId} and r.state = 'published')`;
  const isPublished = sql`exists(select 1 from pairing_runs r where r.id = ${run.runId}
    and r.state = 'published' and r.published_at = ${run.now})`;
  const announcing = (delivery: object) =>
    ({ kind: "fan_out", detail: { delivery }, now: run.now }) as const;
  const inRun = (column: "user1_id" | "user2_id") => {
    const member = sql.raw(`pairings.${column}`);
    return sql`exists(select 1 from pairings q where q.run_id = ${run.runId} and q.user1_id = ${member})
      or exists(select 1 from pairings q where q.run_id = ${run.runId} and q.user2_id = ${member})
      or exists(select 1 from day_offs d where d.run_id = ${run.runId} and d.member_id = ${member})`;
  };
  const { published, state } = await runBatch(db, {
    published: sql`update pairing_runs set state = 'published', published_at = ${run.now},
          duration_ms = ${run.now} - started_at, repeats = ${run.repeats},
          proven_maximum = ${run.provenMaximum ? 1 : 0}, pairs = t.pairs, unmatched = t.unmatched,
          members = 2 * t.pairs + t.unmatched
        from (select (select count(*) from pairings where run_id = ${run.runId}) as pairs,
          (select count(*) from day_offs where run_id = ${run.runId}) as unmatched) t
        where id = ${run.runId} and ${IS_ALIVE} and t.pairs = ${run.expectedPairs}
          and ${countPublished(run.date)} = ${run.basis.publishedRuns}
          and not exists ${pairsBlockedSince(run)}
          and not exists(select 1 from day_offs where run_id = ${run.runId} and counted is null)`,
    ended: sql`update pairings set expires_at = ${run.now}
        where ${run.endsOpenPairings ? 1 : 0} = 1 and expires_at > ${run.now}
          and run_id <> ${run.runId} and ${isMine}
          and exists(select 1 from pairing_runs r where r.id = pairings.run_id and r.state = 'published')
          and (${inRun("user1_id")} or ${inRun("user2_id")})`,
    ...updateWaits(run, { isPublished, isPast: !run.endsOpenPairings, parts: run.waitParts }),
    queued: insertJobs(
      // A single job closes all conversations that end, page by page.
      jobIf(
        sql`${isMine} and exists(select 1 from pairings where expires_at = ${run.now} and run_id <> ${run.runId})`,
        { kind: "close_ended", detail: { at: run.now }, now: run.now },
      ),
      jobIf(isPublished, announcing(run.announcement)),
      run.firstAnnouncement
        ? jobIf(
            sql`${isPublished} and not exists(select 1 from pairing_runs q
              where q.date = ${run.date} and q.state = 'published' and q.id <> ${run.runId})`,
            announcing(run.firstAnnouncement),
          )
        : undefined,
    ),
    state: sql<{
      state: string;
      pairs: number;
      unmatched: number;
      published: number;
    }>`select iif(state = 'claimed' and not (${IS_ALIVE}), 'dead', state) as state, pairs, unmatched, ${countPublished(run.date)} as published
        from pairing_runs where id = ${run.runId}`,
    snapshots: dropOlderSnapshots(run),
  });
  const row = state.rows[0];
  if (row && published.changes === 1) {
    return { outcome: "published", pairs: row.pairs, unmatched: row.unmatched };
  }
  if (row?.state !== "claimed") return { outcome: "taken_over" };
  return { outcome: row.published === run.basis.publishedRuns ? "changed" : "superseded" };
}

export type PublishedRun = Pick<typeof pairingRuns.$inferSelect, "pairs" | "unmatched" | "repeats">;

const isPublishedRun = eq(pairingRuns.state, "published");

/** For a writer whose statement got no answer, so that it doesn't know whether it has published the run. */
export const findPublishedRun = (db: Database, runId: string) =>
  db.query.pairingRuns.findFirst({ where: and(eq(pairingRuns.id, runId), isPublishedRun) });

export const findDrawn = (db: Database, date: string) =>
  db.query.pairingRuns.findFirst({
    where: and(eq(pairingRuns.date, date), isPublishedRun),
    orderBy: desc(pairingRuns.startedAt),
  });

export const findNewestDrawn = (db: Database) =>
  db.query.pairingRuns.findFirst({
    where: isPublishedRun,
    orderBy: [desc(pairingRuns.date), desc(pairingRuns.startedAt)],
  });
