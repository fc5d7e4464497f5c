import { eq, sql } from "drizzle-orm";
import type { StoredMember } from "~/db/accounts/member-row";
import { type Database, runBatch, runStatement, selectRow } from "~/db/client";
import { joinStanding, type StandingRow, standingColumns } from "~/db/moderation/standing";
import { members } from "~/db/schema";
import { stopReminder } from "./reminders";

export const findMailbox = (db: Database, memberId: string) =>
  db
    .select({ email: members.email, name: members.name, verifiedAt: members.emailVerifiedAt })
    .from(members)
    .where(eq(members.id, memberId))
    .get();

/** Some of the columns tell whether the member takes part in the next run. */
export type ReaderRow = StandingRow &
  Pick<StoredMember, "email_verified_at" | "wants_notices" | "timezone" | "zone"> &
  Pick<StoredMember, "dob" | "paused_from" | "paused_until">;

export async function findReader(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
): Promise<ReaderRow | undefined> {
  const statement = sql<ReaderRow>`select m.email_verified_at, m.wants_notices, m.timezone, m.zone,
        m.dob, m.paused_from, m.paused_until, ${standingColumns}
        from members m ${joinStanding(sql`m.id`, now)} where m.id = ${memberId}`;
  return selectRow(db, statement);
}

export async function updateNotices(
  db: Database,
  { memberId, wantsNotices }: { memberId: string; wantsNotices: boolean },
): Promise<void> {
  await db.update(members).set({ wantsNotices }).where(eq(members.id, memberId));
}

interface Leaving {
  memberId: string;
  now: number;
}

export async function endMails(db: Database, { memberId, now }: Leaving): Promise<void> {
  await runBatch(db, {
    notices: sql`update members set wants_notices = 0 where id = ${memberId}`,
    reminders: stopReminder(memberId, now),
  });
}

export async function endReminders(db: Database, { memberId, now }: Leaving): Promise<void> {
  await runStatement(db, stopReminder(memberId, now));
}
