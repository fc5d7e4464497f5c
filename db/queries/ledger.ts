import { sql } from "drizzle-orm";
import { type Database, runStatement, selectRow, selectRows } from "~/db/client";

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
