import { sql } from "drizzle-orm";
import { type Database, runStatement, selectRow } from "~/db/client";
import type { StoredMember } from "./member-row";

type MailboxRow = Pick<StoredMember, "email" | "name" | "email_verified_at" | "wants_notices">;

/** Undefined once the account is gone. */
export async function findMailbox(db: Database, memberId: string): Promise<MailboxRow | undefined> {
  const statement = sql<MailboxRow>`select email, name, email_verified_at, wants_notices from members
        where id = ${memberId}`;
  return selectRow(db, statement);
}

/** Whether mails that are not about the account itself are sent to a member. */
export async function updateNotices(
  db: Database,
  { memberId, wantsNotices }: { memberId: string; wantsNotices: boolean },
): Promise<void> {
  const statement = sql`update members set wants_notices = ${wantsNotices ? 1 : 0}
        where id = ${memberId}`;
  await runStatement(db, statement);
}
