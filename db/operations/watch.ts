import { sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { type Database, selectRow } from "~/db/client";
import { settings } from "~/db/schema";

export interface WatchRow {
  runs: number;
  jobs: number;
  oldestJob: number | null;
  /** When the queue's consumer last gave up on delivering a message. */
  givenUpAt: number | null;
  /** The failed checks about which the operator was alerted. */
  bad: string[];
  lookedAt: number | null;
}

export async function readWatch(db: Database, now: number): Promise<WatchRow> {
  const statement = sql<Omit<WatchRow, "bad"> & { told: string | null }>`select
    (select count(*) from pairing_runs where date = ${toUtcDate(now)} and state = 'published') as runs,
    (select count(*) from jobs) as jobs,
    (select min(created_at) from jobs) as oldestJob,
    (select updated_at from settings where name = 'delivery_given_up') as givenUpAt,
    (select value from settings where name = 'watch') as told,
    (select updated_at from settings where name = 'watch') as lookedAt`;
  const row = await selectRow(db, statement);
  if (!row) throw new Error("no row");
  const { told, ...found } = row;
  return { ...found, bad: told === null ? [] : (JSON.parse(told) as string[]) };
}

export const writeWatch = (db: Database, bad: string[], now: number) =>
  writeSetting(db, { name: "watch", value: JSON.stringify(bad), updatedAt: now });

export const noteGivenUp = (db: Database, now: number) =>
  writeSetting(db, { name: "delivery_given_up", value: "", updatedAt: now });

const writeSetting = (db: Database, row: typeof settings.$inferInsert) =>
  db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
