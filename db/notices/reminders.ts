import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, runStatement, type StoredRow, selectRow, selectRows } from "~/db/client";
import { isRevealed } from "~/db/conversation/sealed-addresses";
import type { ConversationKey } from "~/db/pairing/participation";
import { reminders } from "~/db/schema";

type StoredReminder = StoredRow<typeof reminders>;

/** After this many mails without a visit, reminders end (docs/rules.md#reminders). */
export const MOST_UNANSWERED = 3;

const hasPush = sql`exists(select 1 from push_subscriptions w where w.member_id = m.id and w.failing_since is null)`;

const waiting = (now: number): SQL => sql`coalesce(
  (select p.id from unblocked_pairings p where p.user1_id = m.id and p.expires_at > ${now} and p.user1_opened = 0 limit 1),
  (select p.id from unblocked_pairings p where p.user2_id = m.id and p.expires_at > ${now} and p.user2_opened = 0 limit 1))`;

/**
 * The number of mails since the last visit, including the next mail. A member whose visits aren't recorded counts as
 * visiting.
 */
const nextUnanswered = sql.raw(
  "iif(m.last_seen_on is null or r.sent_on is null or m.last_seen_on >= r.sent_on, 1, r.unanswered + 1)",
);

export type ReminderChoice = Pick<StoredReminder, "is_on" | "sent_on" | "unanswered">;

export const selectReminder = (memberId: string) =>
  sql<ReminderChoice>`select is_on, sent_on, unanswered from reminders where member_id = ${memberId}`;

export const saveReminder = (
  memberId: string,
  { isOn, dueAt, now }: { isOn: boolean; dueAt: number; now: number },
) => sql`insert into reminders (member_id, is_on, changed_at, due_at)
    select id, ${isOn ? 1 : 0}, ${now}, ${dueAt} from members where id = ${memberId}
    on conflict (member_id) do update set is_on = excluded.is_on, changed_at = excluded.changed_at,
      due_at = excluded.due_at, unanswered = 0`;

export const stopReminder = (memberId: string, now: number) =>
  saveReminder(memberId, { isOn: false, dueAt: now, now });

export async function awaitsChoice(db: Database, memberId: string): Promise<boolean> {
  const statement = sql<{
    asked: number;
  }>`select exists(select 1 from members m where m.id = ${memberId}
      and m.email_verified_at is not null and not ${hasPush}
      and not exists(select 1 from reminders r where r.member_id = m.id)) as asked`;
  return (await selectRow(db, statement))?.asked === 1;
}

export interface DueReminderRow {
  member_id: string;
  timezone: string | null;
  zone: string | null;
  /** Null if the member has no unopened conversation, or must not get a mail. */
  conversation_id: string | null;
}

export async function listDueReminders(
  db: Database,
  { now, date, limit }: { now: number; date: string; limit: number },
): Promise<DueReminderRow[]> {
  const statement = sql<DueReminderRow>`select r.member_id, m.timezone, m.zone,
        iif(m.email_verified_at is null or ${hasPush} or r.sent_on >= ${date}, null, ${waiting(now)}) as conversation_id
      from (select member_id, sent_on from reminders where is_on = 1 and due_at <= ${now} order by due_at limit ${limit}) r
      join members m on m.id = r.member_id`;
  return selectRows(db, statement);
}

export async function moveReminders(
  db: Database,
  rows: { memberId: string; dueAt: number }[],
): Promise<void> {
  const statement = sql`update reminders set due_at = j.value ->> 'dueAt'
      from json_each(${JSON.stringify(rows)}) j where member_id = j.value ->> 'memberId'`;
  await runStatement(db, statement);
}

type RemindedRow = Pick<StoredReminder, "sent_on" | "unanswered" | "changed_at"> & {
  email: string;
  count: number;
};

/**
 * Checks a reminder again right before it is sent. Undefined if the member no longer wants it, or no longer has the
 * unopened conversation.
 */
export async function findReminded(
  db: Database,
  { memberId, conversationId, date, now }: ConversationKey & { date: string; now: number },
): Promise<RemindedRow | undefined> {
  const statement = sql<RemindedRow>`select m.email, ${nextUnanswered} as count,
        r.sent_on, r.unanswered, r.changed_at
      from reminders r join members m on m.id = r.member_id
      where r.member_id = ${memberId} and r.is_on = 1 and (r.sent_on is null or r.sent_on < ${date})
        and m.email_verified_at is not null and not ${hasPush} and ${waiting(now)} = ${conversationId}`;
  return selectRow(db, statement);
}

interface Sent {
  memberId: string;
  date: string;
}

/**
 * Stores that the reminder of the date is sent. After {@link MOST_UNANSWERED} mails without a visit, reminders are
 * turned off.
 * @returns false if another call has stored a reminder of the date meanwhile
 */
export async function markReminded(
  db: Database,
  { memberId, date, now }: Sent & { now: number },
): Promise<boolean> {
  const isLast = sql`${nextUnanswered} >= ${MOST_UNANSWERED}`;
  const statement = sql<{
    member_id: string;
  }>`update reminders as r set sent_on = ${date}, unanswered = ${nextUnanswered},
      is_on = iif(${isLast}, 0, r.is_on), changed_at = iif(${isLast}, ${now}, r.changed_at)
      from members m where m.id = r.member_id and r.member_id = ${memberId}
        and r.is_on = 1 and (r.sent_on is null or r.sent_on < ${date}) returning member_id`;
  return (await selectRow(db, statement)) !== undefined;
}

/** Undoes {@link markReminded} for a mail that was not sent. A choice that the member made meanwhile stays. */
export async function unmarkReminded(
  db: Database,
  { memberId, date, now, before }: Sent & { now: number; before: RemindedRow },
): Promise<void> {
  const { sent_on: sentOn, unanswered, changed_at: changedAt, count } = before;
  const marked = and(
    eq(reminders.memberId, memberId),
    eq(reminders.sentOn, date),
    eq(reminders.changedAt, count >= MOST_UNANSWERED ? now : changedAt),
  );
  await db.update(reminders).set({ sentOn, unanswered, isOn: true, changedAt }).where(marked);
}

/** Condition: the member `m` can read the partner's sealed address of the pairing `p`. */
export const isEnvelopeOpen = (
  now: number,
) => sql`(${isRevealed(now)} and exists(select 1 from sealed_addresses t
  where t.conversation_id = p.id and t.member_id <> m.id and t.address is not null))`;

const isUnblocked = sql.raw("exists(select 1 from unblocked_pairings u where u.id = p.id)");

export function findEnvelopeRecipient(
  db: Database,
  { memberId, conversationId, now }: ConversationKey & { now: number },
) {
  const statement = sql<{ email: string }>`select m.email from members m
      cross join pairings p on p.id = ${conversationId} and m.id in (p.user1_id, p.user2_id)
      left join notification_settings n on n.member_id = m.id
      where m.id = ${memberId} and m.email_verified_at is not null and m.wants_notices = 1
        and coalesce(n.envelope, 1) = 1 and not ${hasPush} and ${isUnblocked} and ${isEnvelopeOpen(now)}`;
  return selectRow(db, statement);
}

/** The next page begins after `updated_at` and `row`. */
interface OpenedRow {
  member_id: string;
  /** Null if the partner's address isn't revealed to the member, who therefore gets no notice. */
  conversation_id: string | null;
  updated_at: number;
  row: number;
}

/**
 * @param page.since a day before `endedAt`, because members can leave an address only while the conversation is open,
 * which is a day at most
 */
export async function listOpened(
  db: Database,
  page: { endedAt: number; since: number; after: [number, number]; now: number; limit: number },
): Promise<OpenedRow[]> {
  const { endedAt, since, after, now, limit } = page;
  const [updatedAt, row] = after;
  const statement = sql<OpenedRow>`select o.member_id, o.updated_at, o.row,
        (select p.id from pairings p join members m on m.id = o.member_id where p.id = o.conversation_id
          and p.expires_at = ${endedAt} and ${isUnblocked} and ${isEnvelopeOpen(now)}) as conversation_id
      from (select member_id, conversation_id, updated_at, rowid as row from sealed_addresses
        where updated_at >= ${since} and updated_at < ${endedAt} and (updated_at, rowid) > (${updatedAt}, ${row})
        order by updated_at, rowid limit ${limit}) o order by o.updated_at, o.row`;
  return selectRows(db, statement);
}
