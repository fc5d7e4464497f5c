import { sql } from "drizzle-orm";
import { type Database, runStatement } from "~/db/client";

/** A member as a mail needs them. */
export interface MailboxRow {
  email: string;
  name: string;
  /** Milliseconds since 1970; null before the address was confirmed. */
  email_verified_at: number | null;
  /** 0 or 1. */
  wants_notices: number;
}

/** Undefined once the account is gone. */
export async function findMailbox(db: Database, memberId: string): Promise<MailboxRow | undefined> {
  const { rows } = await runStatement<MailboxRow>(
    db,
    sql`select email, name, email_verified_at, wants_notices from members where id = ${memberId}`,
  );
  return rows[0];
}

/** Whether mails that are not about the account itself are sent to a member. */
export async function updateNotices(
  db: Database,
  { memberId, wantsNotices }: { memberId: string; wantsNotices: boolean },
): Promise<void> {
  await runStatement(
    db,
    sql`update members set wants_notices = ${wantsNotices ? 1 : 0} where id = ${memberId}`,
  );
}
