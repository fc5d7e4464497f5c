import { desc, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { localMails } from "~/db/schema";

const MAX_MAILS = 200;

/** Stores a mail once, even if the queue delivers it twice. Stores no mail to a deleted member. */
export async function insertLocalMail(
  db: Database,
  mail: Omit<typeof localMails.$inferSelect, "createdAt"> & { now: number },
): Promise<void> {
  await runBatch(db, {
    inserted: sql`insert or ignore into local_mails
        (id, member_id, recipient, subject, text, html, headers, created_at)
      select ${mail.id}, m.id, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.headers}, ${mail.now}
      from (select 1) left join members m on m.id = ${mail.memberId}
      where m.id is not null or ${mail.memberId} is null`,
    trimmed: sql`delete from local_mails where id not in (
      select id from local_mails order by created_at desc, rowid desc limit ${MAX_MAILS})`,
  });
}

export const listLocalMails = (db: Database) =>
  db.select().from(localMails).orderBy(desc(localMails.createdAt), sql`rowid desc`).limit(100);
