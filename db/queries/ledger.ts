import { sql } from "drizzle-orm";
import type { ReportReason } from "~/core/shared/constants";
import { type Database, runStatement, selectBatch, selectRow, selectRows } from "~/db/client";

/** How far the ledger of deletions has been compared with this database; 0 before the first time. */
export async function readLedgerPosition(db: Database): Promise<number> {
  const statement = sql<{ value: string }>`select value from settings
        where name = 'ledger_position'`;
  return Number((await selectRow(db, statement))?.value ?? 0);
}

/** Notes it; never back, for two crons may be at it at once. */
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

/** Those of the ids that have an account here. */
export async function findRestored(
  db: Database,
  ids: string[],
): Promise<{ id: string; email: string }[]> {
  const statement = sql<{ id: string; email: string }>`select m.id, m.email
        from json_each(${JSON.stringify(ids)}) j
        cross join members m on m.id = j.value`;
  return selectRows(db, statement);
}

/** How far blocks and restrictions were compared with the ledger, and copied into it. */
interface DecisionPlace {
  position: number;
  /** Milliseconds since 1970. */
  copiedAt: number;
}

/** Undefined before the first time. */
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

/** Those of the ids that are a block or an action here. */
export async function findKnownDecisions(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const statement = sql<{
    id: string;
  }>`select j.value as id from json_each(${JSON.stringify(ids)}) j
        where exists(select 1 from blocks b where b.id = j.value)
          or exists(select 1 from member_actions act where act.id = j.value)`;
  return new Set((await selectRows(db, statement)).map(({ id }) => id));
}

/** A block or a restriction as the ledger keeps it, without words. */
export type KeptDecision = { id: string; memberId: string; at: number } & (
  | { kind: "block"; otherId: string }
  | { kind: "suspend" | "ban" | "lift"; reason: ReportReason; until: number | null }
);

/** The newest blocks, by row: all that one cron copies. */
const NEWEST_BLOCKS = 2_000;

interface ActionRow {
  id: string;
  memberId: string;
  kind: "suspend" | "ban" | "lift";
  reason: ReportReason;
  until: number | null;
  at: number;
}

interface BlockRow {
  id: string;
  memberId: string;
  otherId: string;
  at: number;
}

/** Blocks and restrictions since an instant, in the order of their making; no lift of an earlier action alone. */
export async function readDecisions(db: Database, since: number): Promise<KeptDecision[]> {
  const { actions, blocks } = await selectBatch<{ actions: ActionRow; blocks: BlockRow }>(db, {
    actions: sql<ActionRow>`select id, member_id as memberId, kind, reason, until, created_at as at
        from member_actions
        where created_at >= ${since} and kind in ('suspend', 'ban', 'lift') and lifts_id is null
        order by created_at, sequence`,
    blocks: sql<BlockRow>`select id, blocker_id as memberId, blocked_id as otherId, created_at as at
        from (select * from blocks order by rowid desc limit ${NEWEST_BLOCKS})
        where created_at >= ${since}`,
  });
  return [...actions, ...blocks.map((row) => ({ ...row, kind: "block" as const }))];
}
