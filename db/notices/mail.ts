import { sql } from "drizzle-orm";
import type { StoredMember } from "~/db/accounts/member-row";
import { type Database, runBatch, runStatement, selectRow } from "~/db/client";
import { joinStanding, type StandingRow, standingColumns } from "~/db/moderation/standing";
import { stopReminder } from "./reminders";

type MailboxRow = Pick<
  StoredMember,
  "email" | "name" | "email_verified_at" | "wants_notices" | "timezone" | "zone"
>;

const MAILBOX = sql.raw(
  "m.email, m.name, m.email_verified_at, m.wants_notices, m.timezone, m.zone",
);

/** Finds a member's mailbox; undefined once the account is deleted. */
export async function findMailbox(db: Database, memberId: string): Promise<MailboxRow | undefined> {
  const statement = sql<MailboxRow>`select ${MAILBOX} from members m where m.id = ${memberId}`;
  return selectRow(db, statement);
}

/** A mailbox, with the columns that decide whether the member is in the next run. */
export interface ReaderRow
  extends MailboxRow,
    StandingRow,
    Pick<StoredMember, "dob" | "paused_from" | "paused_until"> {}

/** Finds the recipient of a mail as they are now; undefined once the account is deleted. @param ask.now milliseconds since 1970 */
export async function findReader(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
): Promise<ReaderRow | undefined> {
  const statement = sql<ReaderRow>`select ${MAILBOX}, m.dob, m.paused_from, m.paused_until, ${standingColumns}
        from members m ${joinStanding(sql`m.id`, now)} where m.id = ${memberId}`;
  return selectRow(db, statement);
}

/** Stores whether a member gets mails that are not about the account itself. */
export async function updateNotices(
  db: Database,
  { memberId, wantsNotices }: { memberId: string; wantsNotices: boolean },
): Promise<void> {
  await runStatement(db, setNotices(memberId, wantsNotices));
}

const setNotices = (memberId: string, wantsNotices: boolean) =>
  sql`update members set wants_notices = ${wantsNotices ? 1 : 0} where id = ${memberId}`;

interface Leaving {
  memberId: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Ends all mails to a member that are not about the account itself. */
export async function endMails(db: Database, { memberId, now }: Leaving): Promise<void> {
  await runBatch(db, {
    notices: setNotices(memberId, false),
    reminders: stopReminder(memberId, now),
  });
}

/** Ends the mails that call a member back. */
export async function endReminders(db: Database, { memberId, now }: Leaving): Promise<void> {
  await runStatement(db, stopReminder(memberId, now));
}
