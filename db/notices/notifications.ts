import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Database, runBatch, runStatement, type StoredRow, selectRows } from "~/db/client";
import { type notificationSettings, pushSubscriptions } from "~/db/schema";
import { isEnvelopeOpen, type ReminderChoice, saveReminder, selectReminder } from "./reminders";

export type NotificationSettingsRow = Omit<StoredRow<typeof notificationSettings>, "member_id">;
type NoticeKind = keyof NotificationSettingsRow;

const MAX_SUBSCRIPTIONS_PER_MEMBER = 10;

export type PushSubscriptionRow = Omit<
  StoredRow<typeof pushSubscriptions>,
  "member_id" | "told_introduction" | "told_last_hour" | "told_envelope"
>;

export const selectSettings = (memberId: string) => sql<NotificationSettingsRow>`
  select introduction, message, last_hour, envelope, report_answer, absence, account
  from notification_settings where member_id = ${memberId}`;

type ListedSubscription = Omit<PushSubscriptionRow, "endpoint" | "p256dh" | "auth">;
const LISTED = sql.raw("id, session_id, label, created_at, last_success_at, failing_since");

const selectSubscriptions = (memberId: string) => sql<ListedSubscription>`
  select ${LISTED} from push_subscriptions where member_id = ${memberId} order by created_at desc, id`;

export interface NotificationRows {
  settings: NotificationSettingsRow | undefined;
  reminder: ReminderChoice | undefined;
  subscriptions: ListedSubscription[];
}

export async function readNotifications(db: Database, memberId: string): Promise<NotificationRows> {
  const { settings, reminder, subscriptions } = await runBatch(db, {
    settings: selectSettings(memberId),
    reminder: selectReminder(memberId),
    subscriptions: selectSubscriptions(memberId),
  });
  return {
    settings: settings.rows[0],
    reminder: reminder.rows[0],
    subscriptions: subscriptions.rows,
  };
}

/**
 * @param member.initial for a member without stored settings, the values of the settings that `changes` lacks
 * @returns undefined if the account is deleted
 */
export async function saveSettings(
  db: Database,
  { memberId, initial }: { memberId: string; initial: NotificationSettingsRow },
  changes: Partial<NotificationSettingsRow>,
  reminder?: Parameters<typeof saveReminder>[1],
): Promise<NotificationRows | undefined> {
  const columns = Object.keys(initial) as (keyof NotificationSettingsRow)[];
  const names = columns.map((column) => sql.raw(column));
  const values = columns.map((column) =>
    changes[column] !== undefined
      ? sql`${changes[column]}`
      : sql`iif(n.member_id is null, ${initial[column]}, n.${sql.raw(column)})`,
  );
  const { settings, chosen, subscriptions } = await runBatch(db, {
    reminded: reminder && saveReminder(memberId, reminder),
    chosen: selectReminder(memberId),
    saved: sql`insert or replace into notification_settings (member_id, ${sql.join(names, sql`, `)})
      select m.id, ${sql.join(values, sql`, `)} from members m
      left join notification_settings n on n.member_id = m.id where m.id = ${memberId}`,
    settings: selectSettings(memberId),
    subscriptions: selectSubscriptions(memberId),
  });
  const [row] = settings.rows;
  return row && { settings: row, reminder: chosen.rows[0], subscriptions: subscriptions.rows };
}

type NewSubscription = Omit<PushSubscriptionRow, "last_success_at" | "failing_since">;

/**
 * A stored subscription with the same endpoint passes to this member. Deletes the oldest devices above the maximum.
 * @returns undefined, with nothing stored, if the session has ended meanwhile
 */
export async function insertSubscription(
  db: Database,
  memberId: string,
  row: NewSubscription,
): Promise<ListedSubscription | undefined> {
  const { stored } = await runBatch(db, {
    stored: sql<ListedSubscription>`insert into push_subscriptions
        (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
      select ${row.id}, member_id, id, ${row.endpoint}, ${row.p256dh}, ${row.auth}, ${row.label}, ${row.created_at}
      from sessions where id = ${row.session_id} and member_id = ${memberId}
      on conflict (endpoint) do update set
        id = iif(member_id = excluded.member_id, id, excluded.id),
        created_at = iif(member_id = excluded.member_id, created_at, excluded.created_at),
        last_success_at = iif(member_id = excluded.member_id, last_success_at, null),
        member_id = excluded.member_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
        auth = excluded.auth, label = excluded.label, failing_since = null
      returning ${LISTED}`,
    cut: sql`delete from push_subscriptions where member_id = ${memberId} and id not in (
      select id from push_subscriptions where member_id = ${memberId}
      order by created_at desc, rowid desc limit ${MAX_SUBSCRIPTIONS_PER_MEMBER})`,
  });
  return stored.rows[0];
}

export async function deleteSubscription(
  db: Database,
  { memberId, id }: { memberId: string; id: string },
): Promise<void> {
  const own = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.memberId, memberId));
  await db.delete(pushSubscriptions).where(own);
}

export async function deleteSubscriptions(db: Database, ids: string[]): Promise<void> {
  await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, ids));
}

/** The id names a device in {@link markSent}, and a member in {@link findPushTargets}. */
type Addressed = readonly [id: string, kind: NoticeKind, conversationId: string | null];

/** A device gets each of these notices once per conversation. */
const NOTED_KINDS = ["introduction", "last_hour", "envelope"] as const;

export async function markSent(db: Database, sent: Addressed[], now: number): Promise<void> {
  const told = NOTED_KINDS.map((kind) => {
    const column = sql.raw(`told_${kind}`);
    return sql`${column} = iif(j.value ->> 1 = ${kind}, j.value ->> 2, ${column})`;
  });
  await runStatement(
    db,
    sql`update push_subscriptions set last_success_at = ${now}, failing_since = null, ${sql.join(told, sql`, `)}
        from json_each(${JSON.stringify(sent)}) j where push_subscriptions.id = j.value ->> 0`,
  );
}

export async function markFailing(db: Database, ids: string[], now: number): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set({ failingSince: now })
    .where(inArray(pushSubscriptions.id, ids));
}

/** A member without a row `n` of settings wants every notice. */
const isWanted = (kind: NoticeKind): SQL => sql`coalesce(n.${sql.raw(kind)}, 1) = 1`;

interface PushTargetRow
  extends Pick<
    StoredRow<typeof pushSubscriptions>,
    "id" | "endpoint" | "p256dh" | "auth" | "last_success_at" | "failing_since" | "member_id"
  > {
  place: number;
  is_told: number;
  timezone: string | null;
  zone: string | null;
  /** The conversation's end; null if the notice has none, or if the conversation is blocked or between others. */
  expires_at: number | null;
  partner_name: string | null;
  is_envelope_open: number;
}

/** The settings are null if the member never set them. */
export type PushTarget = PushTargetRow & { [Kind in NoticeKind]: number | null };

export async function findPushTargets(
  db: Database,
  { to, only, now }: { to: Addressed[]; only: string[] | undefined; now: number },
): Promise<PushTarget[]> {
  const told = NOTED_KINDS.map((kind) => sql`when ${kind} then s.${sql.raw(`told_${kind}`)}`);
  const isOneOf = only
    ? sql`where s.id in (select o.value from json_each(${JSON.stringify(only)}) o)`
    : sql``;
  const statement = sql<PushTarget>`select j.key as place, s.id, s.endpoint, s.p256dh, s.auth, s.last_success_at,
          s.failing_since, s.member_id, j.value ->> 2 is not null
            and case j.value ->> 1 ${sql.join(told, sql` `)} end is j.value ->> 2 as is_told,
          m.timezone, m.zone, n.introduction, n.message, n.last_hour, n.envelope, n.report_answer, n.absence, n.account,
          u.expires_at, o.name as partner_name,
          exists(select 1 from pairings p where p.id = u.id and ${isEnvelopeOpen(now)}) as is_envelope_open
        from json_each(${JSON.stringify(to)}) j
        cross join push_subscriptions s on s.member_id = j.value ->> 0
        cross join members m on m.id = s.member_id
        left join notification_settings n on n.member_id = s.member_id
        left join unblocked_pairings u on u.id = j.value ->> 2
          and s.member_id in (u.user1_id, u.user2_id)
        left join members o
          on o.id = case when u.user1_id = s.member_id then u.user2_id else u.user1_id end
        ${isOneOf}`;
  return selectRows(db, statement);
}

/** `conversation_id` is null if the member must not be notified. */
export interface AddressedRow {
  member_id: string;
  conversation_id: string | null;
}

interface Page {
  after: string;
  limit: number;
}

/** `limit` also counts members who must not be notified. */
const selectPage = (
  kind: NoticeKind,
  conversation: SQL,
  { after, limit }: Page,
) => sql<AddressedRow>`
  select s.member_id, iif(${isWanted(kind)}, ${conversation}, null) as conversation_id
  from (select distinct member_id from push_subscriptions where member_id > ${after} order by member_id limit ${limit}) s
  left join notification_settings n on n.member_id = s.member_id order by s.member_id`;

/** Each of the two columns of member ids has its own query, so that SQLite uses the column's index. */
const conversationWhere = (source: SQL, condition: SQL) => sql`coalesce(
  (select p.id from ${source} p where p.user1_id = s.member_id and ${condition} limit 1),
  (select p.id from ${source} p where p.user2_id = s.member_id and ${condition} limit 1))`;

export async function listIntroducedPage(
  db: Database,
  { runId, ...page }: { runId: string } & Page,
): Promise<AddressedRow[]> {
  const conversation = conversationWhere(sql`pairings`, sql`p.run_id = ${runId}`);
  return selectRows(db, selectPage("introduction", conversation, page));
}

export async function listEndingPage(
  db: Database,
  { expiresAt, ...page }: { expiresAt: number } & Page,
): Promise<AddressedRow[]> {
  const conversation = conversationWhere(sql`published_pairings`, sql`p.expires_at = ${expiresAt}`);
  return selectRows(db, selectPage("last_hour", conversation, page));
}
