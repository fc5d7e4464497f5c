import { eq, gt, type SQL, sql } from "drizzle-orm";
import { barLeftMember, type LeftBan } from "~/db/accounts/kept-digests";
import { type Database, runBatch } from "~/db/client";
import type { Keyed } from "~/db/conversation/kept-words";
import { type memberActions, members, settings } from "~/db/schema";
import { jobIf } from "./jobs";

/** A line of the ledger, before digests replace the ids. */
export interface UnkeyedLine {
  kind: "delete" | "block" | "unblock" | "action";
  at: number;
  /** The member's id, or the digest of a member who has left. */
  member: string | Keyed;
  other?: string;
  action?: Pick<typeof memberActions.$inferSelect, "id" | "kind" | "reason" | "until">;
  /** Mailboxes that a suspension or ban bars from registering. */
  addresses?: Keyed[];
}

/**
 * Selects a job that adds the line to the ledger.
 * @param barred the member whose barred mailboxes the line names
 */
export const recordLine = (line: UnkeyedLine, condition: SQL, barred?: string): SQL =>
  jobIf(condition, {
    kind: "record",
    detail:
      barred === undefined
        ? line
        : sql`json_set(${JSON.stringify(line)}, '$.addresses', (
            select json_group_array(json_object('digest', digest, 'keyId', key_id))
            from kept_digests where kind = 'ban' and subject_id = ${barred}))`,
    now: line.at,
  });

const isRestore = eq(settings.name, "restore");

/**
 * @returns the instant since which the ledger's lines must be repeated after a restore; null if there is nothing to
 * repeat
 */
export async function readRestore(db: Database): Promise<number | null> {
  const row = await db.select().from(settings).where(isRestore).get();
  return row ? Number(row.value) : null;
}

export const endRestore = (db: Database) => db.delete(settings).where(isRestore);

export const listMembersAfter = (db: Database, id: string) =>
  db
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(gt(members.id, id))
    .orderBy(members.id)
    .limit(2_000);

/**
 * Bars the mailboxes of an account that isn't in the database.
 * @param addresses the mailboxes in the ledger's line; if there are none, those kept at the account's deletion are
 * barred
 */
export async function barMissing(db: Database, bar: LeftBan, addresses: Keyed[]): Promise<void> {
  const isNew = sql`not exists(select 1 from kept_digests where id = ${bar.id})`;
  await runBatch(db, {
    freed: sql`delete from kept_digests where kind = 'ban' and subject = ${bar.subject}`,
    named: sql`insert into kept_digests (id, kind, digest, key_id, subject, created_at, until)
        select ${`${bar.id}.`} || key, 'ban', value ->> 'digest', value ->> 'keyId', ${bar.subject}, ${bar.now}, ${bar.until}
        from json_each(${JSON.stringify(addresses)})`,
    ...(addresses.length === 0 ? barLeftMember(bar, isNew) : {}),
  });
}
