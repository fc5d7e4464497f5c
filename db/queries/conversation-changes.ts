import { type SQL, sql } from "drizzle-orm";
import { type Database, runStatement, selectRows } from "~/db/client";
import type { conversationChanges } from "~/db/schema";
import type { StoredRow } from "./stored-row";

/**
 * A change that an object must still carry out, or the queue. `detail` is JSON: `reason`, `sessions`, `at` and `after`,
 * `messages`, `member` and `at`, `member`, or `delivery` and `takenUntil`. `conversation_id` is null for `close_ended`,
 * every conversation that ended at one instant, for `record_deletion`, which is the ledger's, for `erase_history`, a deleted
 * member's, and for `fan_out`, notifications to many members.
 */
export type ChangeRow = StoredRow<typeof conversationChanges>;

/**
 * For a batch that decides something about conversations: writes a change for each of them, and answers the rows.
 * @param conversations a select of conversation ids, in a column `id`
 */
export const insertChanges = (
  conversations: SQL,
  { kind, detail = {}, now }: { kind: ChangeRow["kind"]; detail?: object; now: number },
): SQL<ChangeRow> => sql`
  insert into conversation_changes (conversation_id, kind, detail, created_at)
  select c.id, ${kind}, ${JSON.stringify(detail)}, ${now} from (${conversations}) c
  returning id, conversation_id, kind, detail, created_at`;

/** Stores a change by itself, of one conversation or of none. */
export async function insertChange(
  db: Database,
  conversationId: string | null,
  change: Parameters<typeof insertChanges>[1],
): Promise<void> {
  await runStatement(db, insertChanges(sql`select ${conversationId} as id`, change));
}

/** The oldest changes that wait, after a row. */
export async function listChanges(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<ChangeRow[]> {
  const statement = sql<ChangeRow>`select id, conversation_id, kind, detail, created_at
        from conversation_changes
        where id > ${after} order by id limit ${limit}`;
  return selectRows(db, statement);
}

/** Those of one conversation, oldest first. */
export async function listChangesOf(db: Database, conversationId: string): Promise<ChangeRow[]> {
  const statement = sql<ChangeRow>`select id, conversation_id, kind, detail, created_at
        from conversation_changes
        where conversation_id = ${conversationId} order by id`;
  return selectRows(db, statement);
}

const MOST_IDS = 5_000;

/** Deletes changes that are carried out. */
export async function deleteChanges(db: Database, ids: number[]): Promise<void> {
  // Written out: a statement takes 100 parameters, and 100,000 characters.
  for (let i = 0; i < ids.length; i += MOST_IDS) {
    const list = ids
      .slice(i, i + MOST_IDS)
      .map(Number)
      .join(", ");
    await runStatement(db, sql`delete from conversation_changes where id in (${sql.raw(list)})`);
  }
}

/** Where the next page of a `close_ended` begins. */
export async function updateChangeDetail(db: Database, id: number, detail: object): Promise<void> {
  const statement = sql`update conversation_changes set detail = ${JSON.stringify(detail)}
        where id = ${id}`;
  await runStatement(db, statement);
}

/**
 * Takes a change for one who carries it out, where doing it twice would be seen. Times are milliseconds since 1970.
 * @returns false while another one has it, or once it is done
 */
export async function takeChange(
  db: Database,
  { id, now, until }: { id: number; now: number; until: number },
): Promise<boolean> {
  const statement = sql`update conversation_changes set detail = json_set(detail, '$.takenUntil', ${until})
        where id = ${id} and coalesce(json_extract(detail, '$.takenUntil'), 0) <= ${now}`;
  const { changes } = await runStatement(db, statement);
  return changes === 1;
}

/** Conversations that ended at an instant, in pages by row. */
export async function listEndedAt(
  db: Database,
  { at, after, limit }: { at: number; after: number; limit: number },
): Promise<{ id: string; row: number }[]> {
  const statement = sql<{ id: string; row: number }>`select id, rowid as row from pairings
        where expires_at = ${at} and rowid > ${after} order by rowid limit ${limit}`;
  return selectRows(db, statement);
}

export async function existsPairing(db: Database, id: string): Promise<boolean> {
  const { rows } = await runStatement(db, sql`select 1 from pairings where id = ${id}`);
  return rows.length > 0;
}
