import { sql } from "drizzle-orm";
import type { ReportReason } from "~/core/shared/constants";
import { type Database, runStatement, selectBatch, selectRow, selectRows } from "~/db/client";
import type { JobRow } from "./jobs";
import type { Keyed } from "./left-conversations";

/** Reads the position up to which the ledger of deletions has been compared with this database; 0 before the first time. */
export async function readLedgerPosition(db: Database): Promise<number> {
  const statement = sql<{ value: string }>`select value from settings
        where name = 'ledger_position'`;
  return Number((await selectRow(db, statement))?.value ?? 0);
}

/** Moves the position forward, never back, because two crons may run simultaneously. */
export async function writeLedgerPosition(
  db: Database,
  position: number,
  now: number,
): Promise<void> {
  const statement = sql`insert into settings (name, value, updated_at)
        values ('ledger_position', ${String(position)}, ${now})
        on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
        where cast(excluded.value as integer) > cast(settings.value as integer)`;
  await runStatement(db, statement);
}

/**
 * Moves the position past an entry that this database made itself, if the entry is the next one. So a database that was not
 * restored has nothing left to compare. Does nothing without the deletion's job: a restore has undone the deletion meanwhile,
 * and the comparison must find its entry.
 */
export async function noteRecorded(
  db: Database,
  { position, job, now }: { position: number; job: Pick<JobRow, "id" | "detail">; now: number },
): Promise<void> {
  const statement = sql`insert into settings (name, value, updated_at)
        select 'ledger_position', ${String(position)}, ${now}
        where exists(select 1 from jobs where id = ${job.id} and detail = ${job.detail})
          and (${position} = 1 or exists(select 1 from settings where name = 'ledger_position'))
        on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
        where cast(settings.value as integer) = ${position - 1}`;
  await runStatement(db, statement);
}

/** Lists members a page at a time, by id, because the ledger has only a digest of the id. */
export async function listMembersAfter(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  const statement = sql<{ id: string; email: string }>`select id, email from members
        where id > ${after} order by id limit ${limit}`;
  return selectRows(db, statement);
}

/** The point up to which blocks and restrictions were compared with the ledger, and copied into it. */
interface DecisionPlace {
  position: number;
  /** Milliseconds since 1970. */
  copiedAt: number;
}

/** Reads how far the comparison has come; undefined before the first time. */
export function readDecisionPlace(db: Database): Promise<DecisionPlace | undefined> {
  const statement = sql<DecisionPlace>`select cast(value as integer) as position, updated_at as copiedAt
        from settings where name = 'ledger_decisions'`;
  return selectRow(db, statement);
}

export async function writeDecisionPlace(
  db: Database,
  { position, copiedAt }: DecisionPlace,
): Promise<void> {
  const statement = sql`insert into settings (name, value, updated_at)
        values ('ledger_decisions', ${String(position)}, ${copiedAt})
        on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
        where excluded.updated_at > settings.updated_at`;
  await runStatement(db, statement);
}

/** A row of this database that has a decision's id: a block, an action, or a row of `kept_digests` if the account is deleted. */
interface KnownRow {
  id: string;
  /** The end of a row of `kept_digests`; null for a block or an action. */
  until: number | null;
}

/** Returns the ids of the decisions that this database has. */
export async function findKnownDecisions(
  db: Database,
  decisions: KeptDecision[],
): Promise<Set<string>> {
  if (decisions.length === 0) return new Set();
  const rowIds = decisions.map((one) => (one.kind === "kept" ? one.row.id : one.id));
  const asked = sql`json_each(${JSON.stringify(rowIds)})`;
  const known = await selectRows(
    db,
    sql<KnownRow>`select j.value as id, null as until from ${asked} j
        where exists(select 1 from blocks b where b.id = j.value)
          or exists(select 1 from member_actions act where act.id = j.value)
        union all select k.id, k.until from ${asked} j cross join kept_digests k on k.id = j.value`,
  );
  const ends = new Map(known.map(({ id, until }) => [id, until ?? Number.POSITIVE_INFINITY]));
  const isKnown = (one: KeptDecision) =>
    one.kind === "kept" ? (ends.get(one.row.id) ?? 0) >= one.row.until : ends.has(one.id);
  return new Set(decisions.filter(isKnown).map(({ id }) => id));
}

/** A member of a decision: keyed digests of the id and, if it is known, of the e-mail address. */
export interface KeptSide extends Keyed {
  address: Keyed | null;
}

/** A row of `kept_digests` without an id of a member: each side is a keyed digest. */
export interface KeptRow {
  id: string;
  kind: "address" | "bar" | "block" | "pair" | "report";
  /** Digest of an e-mail address. */
  digest: string | null;
  keyId: string;
  subject: string | null;
  other: string | null;
  createdAt: number;
  until: number;
}

/** A block, a restriction or a row kept of a deleted account, as the ledger has it: without free text and without ids of members. */
export type KeptDecision = { id: string; at: number } & (
  | { kind: "block"; member: KeptSide; other: KeptSide; until: null }
  | {
      kind: "suspend" | "ban" | "lift";
      member: KeptSide;
      reason: ReportReason;
      until: number | null;
    }
  | { kind: "kept"; row: KeptRow; until: number }
);

/** The most blocks that one cron copies; it takes the newest. */
const NEWEST_BLOCKS = 2_000;

interface ActionRow {
  id: string;
  memberId: string;
  email: string;
  kind: "suspend" | "ban" | "lift";
  reason: ReportReason;
  until: number | null;
  at: number;
}

interface BlockRow {
  id: string;
  memberId: string;
  email: string;
  otherId: string;
  otherEmail: string;
  at: number;
}

/** A kept row as it is stored: a side has a digest, an id, or both once its address is registered again. */
export type StoredKeptRow = KeptRow & { subjectId: string | null; otherId: string | null };

/**
 * Reads the blocks since an instant; the restrictions since then, in the order in which they were made; and all rows kept of
 * members who have left or were barred since then. Leaves out a lift that ends only one earlier action.
 */
export async function readDecisions(db: Database, since: number) {
  return selectBatch<{ actions: ActionRow; blocks: BlockRow; kept: StoredKeptRow }>(db, {
    actions: sql<ActionRow>`select a.id, a.member_id as memberId, m.email, a.kind, a.reason, a.until, a.created_at as at
        from member_actions a cross join members m on m.id = a.member_id
        where a.created_at >= ${since} and a.kind in ('suspend', 'ban', 'lift') and a.lifts_id is null
        order by a.created_at, a.sequence`,
    blocks: sql<BlockRow>`select b.id, m.id as memberId, m.email, o.id as otherId, o.email as otherEmail, b.created_at as at
        from (select * from blocks order by rowid desc limit ${NEWEST_BLOCKS}) b
          cross join members m on m.id = b.blocker_id cross join members o on o.id = b.blocked_id
        where b.created_at >= ${since}`,
    kept: sql<StoredKeptRow>`with fresh as (select distinct subject from kept_digests
          where kind in ('address', 'bar') and created_at >= ${since})
        select id, kind, digest, key_id as keyId, subject, subject_id as subjectId, other, other_id as otherId,
          created_at as createdAt, until
        from kept_digests where kind in ('address', 'bar', 'block', 'pair', 'report')
          and (subject in (select subject from fresh) or other in (select subject from fresh))
        order by rowid`,
  });
}
