import { sql } from "drizzle-orm";
import type { WindowState } from "~/core/shared/rate-limit";
import { type Database, runBatch, runStatement } from "~/db/client";
import { type PairingRow, partnerColumns } from "./pairings";
import { toState } from "./rate-window";

export interface AccessRow extends PairingRow {
  /** 0 or 1. */
  blocked_by_viewer: number;
  blocked_by_partner: number;
}

export interface MessageRow {
  id: string;
  content: string;
  sender_id: string;
  sender_name: string;
  sender_avatar: string | null;
  client_id: string | null;
  created_at: number;
  read_at: number | null;
}

interface Ask {
  conversationId: string;
  memberId: string;
}

/** The conversation seen by one of its two; no row for anybody else, nor before its run is published. */
const access = ({ conversationId, memberId }: Ask) => sql`
  select p.id, p.pairing_date, p.expires_at, ${partnerColumns},
    exists(select 1 from blocks b where b.blocker_id = ${memberId} and b.blocked_id = m.id) as blocked_by_viewer,
    exists(select 1 from blocks b where b.blocker_id = m.id and b.blocked_id = ${memberId}) as blocked_by_partner
  from pairings p
  join pairing_runs r on r.id = p.run_id and r.state = 'published'
  join members m on m.id = case when p.user1_id = ${memberId} then p.user2_id else p.user1_id end
  where p.id = ${conversationId} and ${memberId} in (p.user1_id, p.user2_id)`;

const messageColumns = sql.raw(
  `x.id, x.content, x.sender_id, s.name as sender_name, s.avatar_url as sender_avatar,
   x.client_id, x.created_at, x.read_at`,
);

/** Messages that are the viewer's to read: of the two, and neither has blocked the other. */
const isReadable = ({ conversationId, memberId }: Ask) => sql`
  exists(select 1 from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
    where p.id = ${conversationId} and ${memberId} in (p.user1_id, p.user2_id)
    and not exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
    and not exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id))`;

/**
 * The conversation as the viewer may see it, without its messages.
 * @param session for a viewer who was authenticated earlier: it must still be alive
 */
export async function findConversation(
  db: Database,
  ask: Ask,
  session?: { sessionId: string; now: number },
): Promise<AccessRow | undefined> {
  const isLive = session
    ? sql`exists(select 1 from sessions s where s.id = ${session.sessionId}
          and s.member_id = ${ask.memberId} and s.expires_at > ${session.now})`
    : sql`1`;
  const { rows } = await runStatement<AccessRow>(db, sql`${access(ask)} and ${isLive}`);
  return rows[0];
}

/**
 * A conversation with its messages, oldest first: all of them, or the newest `limit` before the
 * message `before`.
 */
export async function findConversationWithMessages(
  db: Database,
  ask: Ask,
  page: { before: string | null; limit: number | null },
): Promise<{ conversation: AccessRow | undefined; messages: MessageRow[]; beforeExists: boolean }> {
  const older =
    page.before === null
      ? sql`1`
      : sql`x.created_at < (select c.created_at from messages c
            where c.id = ${page.before} and c.conversation_id = ${ask.conversationId})`;
  const [found, messages, before] = await runBatch(db, [
    access(ask),
    sql`select ${messageColumns} from messages x join members s on s.id = x.sender_id
        where x.conversation_id = ${ask.conversationId} and ${older} and ${isReadable(ask)}
        order by x.created_at desc limit ${page.limit ?? -1}`,
    ...(page.before === null
      ? []
      : [
          sql`select 1 as found from messages
              where id = ${page.before} and conversation_id = ${ask.conversationId}`,
        ]),
  ]);
  return {
    conversation: found?.rows[0] as AccessRow | undefined,
    messages: ((messages?.rows ?? []) as unknown as MessageRow[]).reverse(),
    beforeExists: page.before === null || (before?.rows.length ?? 0) > 0,
  };
}

export interface NewMessage extends Ask {
  content: string;
  clientId: string | null;
  now: number;
  /** Random end of the id; the beginning is the moment, so that ids sort as the messages do. */
  idSuffix: string;
}

export interface InsertedMessage {
  conversation: AccessRow | undefined;
  /** The stored message: the new one, or the one sent before with the same `client_id`. */
  message: MessageRow | undefined;
  isNew: boolean;
  lastSecond: WindowState;
  lastMinute: WindowState;
}

const countSentAfter = (memberId: string, instant: number) =>
  sql`select count(*) as count, min(created_at) as oldest from messages
      where sender_id = ${memberId} and created_at > ${instant}`;

/**
 * Stores a message in one transaction that also decides whether it may be stored: the sender is one
 * of the two, the conversation is open, nobody is blocked, the limits have room, and no message of
 * this `client_id` is there. `created_at` is made strictly increasing within the conversation.
 */
export async function insertMessage(
  db: Database,
  message: NewMessage,
  limits: { perSecond: number; perMinute: number; secondMs: number; minuteMs: number },
): Promise<InsertedMessage> {
  const { conversationId, memberId, content, clientId, now, idSuffix } = message;
  const countAfter = (instant: number) => countSentAfter(memberId, instant);
  const countSince = (since: number) => sql`(select count from (${countAfter(since)}))`;
  const [found, inserted, stored, second, minute] = await runBatch(db, [
    access(message),
    sql`insert into messages (id, conversation_id, sender_id, content, client_id, created_at)
        select printf('%012x', t.at) || ${idSuffix}, ${conversationId}, ${memberId}, ${content}, ${clientId}, t.at
        from (select max(${now}, 1 + coalesce((select max(created_at) from messages
              where conversation_id = ${conversationId}), 0)) as at) t
        where ${isReadable(message)}
          and exists(select 1 from pairings where id = ${conversationId} and expires_at > ${now})
          and ${countSince(now - limits.secondMs)} < ${limits.perSecond}
          and ${countSince(now - limits.minuteMs)} < ${limits.perMinute}
        on conflict (conversation_id, sender_id, client_id) where client_id is not null do nothing
        returning id`,
    sql`select ${messageColumns} from messages x join members s on s.id = x.sender_id
        where x.conversation_id = ${conversationId} and x.sender_id = ${memberId}
          and ${clientId === null ? sql`x.id = (select id from messages where conversation_id = ${conversationId} order by created_at desc limit 1) and x.id like ${`%${idSuffix}`}` : sql`x.client_id = ${clientId}`}`,
    countAfter(now - limits.secondMs),
    countAfter(now - limits.minuteMs),
  ]);
  return {
    conversation: found?.rows[0] as AccessRow | undefined,
    message: stored?.rows[0] as MessageRow | undefined,
    isNew: (inserted?.rows.length ?? 0) > 0,
    lastSecond: toState(second),
    lastMinute: toState(minute),
  };
}

/** Marks the partner's messages as read. Answers how many, and the newest of them. */
export async function markRead(
  db: Database,
  ask: Ask & { now: number },
): Promise<{ conversation: AccessRow | undefined; read: number; upTo: string | null }> {
  const [found, updated] = await runBatch(db, [
    access(ask),
    sql`update messages set read_at = ${ask.now}
        where conversation_id = ${ask.conversationId} and read_at is null
          and sender_id = (select case when user1_id = ${ask.memberId} then user2_id else user1_id end
            from pairings where id = ${ask.conversationId})
          and ${isReadable(ask)}
        returning id`,
  ]);
  // Ids begin with the moment of the message, so the greatest id is the newest message.
  const ids = (updated?.rows ?? []).map((row) => String(row.id)).sort();
  return {
    conversation: found?.rows[0] as AccessRow | undefined,
    read: ids.length,
    upTo: ids.at(-1) ?? null,
  };
}

/** How many messages a member has sent in the last second and minute. */
export async function countSent(
  db: Database,
  { memberId, secondAgo, minuteAgo }: { memberId: string; secondAgo: number; minuteAgo: number },
): Promise<{ lastSecond: WindowState; lastMinute: WindowState }> {
  const [second, minute] = await runBatch(db, [
    countSentAfter(memberId, secondAgo),
    countSentAfter(memberId, minuteAgo),
  ]);
  return {
    lastSecond: toState(second),
    lastMinute: toState(minute),
  };
}
