import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { MS_PER_DAY } from "~/core/shared/constants";
import {
  countEvent,
  hasRoom,
  type RateWindows,
  selectWindows,
  toStates,
} from "~/db/accounts/rate-window";
import { type Database, runBatch, selectRow, selectRows } from "~/db/client";
import type { ConversationKey } from "~/db/pairing/participation";
import { pairings } from "~/db/schema";
import { KEPT_MS, keepWithdrawn } from "./kept-words";

interface SealRow {
  published_at: number;
  blocked_by_viewer: number;
  blocked_by_partner: number;
  revealed: number;
  mine: string | null;
  /**
   * The partner's address, even before the reveal, and even if the member has withdrawn their own address. The caller
   * must hide it in both cases.
   */
  theirs: string | null;
}

/**
 * Condition on the pairing `p` (docs/rules.md#sealed-addresses). A pairing that didn't end at midnight UTC was ended
 * early.
 */
export const isRevealed = (now: number) => sql`(p.expires_at <= ${now}
  and p.expires_at % ${sql.raw(String(MS_PER_DAY))} = 0 and p.sealed_shut_at is null
  and (select count(*) from sealed_addresses a where a.conversation_id = p.id) = 2
  and not exists(select 1 from reports q where q.reporter_id in (p.user1_id, p.user2_id)
    and q.conversation_id = p.id and q.created_at < p.expires_at))`;

const isOfViewer = ({ conversationId, memberId }: ConversationKey) =>
  sql`p.id = ${conversationId} and ${memberId} in (p.user1_id, p.user2_id)
    and exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published')`;

const blockedBy = (one: SQL, other: SQL) =>
  sql`exists(select 1 from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other})`;

/** Selects no row for anyone but the two members, or before the pairing run is published. */
const selectSeal = (key: ConversationKey, now: number) => {
  const viewer = sql`${key.memberId}`;
  const partner = sql`iif(p.user1_id = ${key.memberId}, p.user2_id, p.user1_id)`;
  const line = (member: SQL) =>
    sql`(select a.address from sealed_addresses a where a.conversation_id = p.id and a.member_id = ${member})`;
  return sql<SealRow>`select
      (select r.published_at from pairing_runs r where r.id = p.run_id) as published_at,
      ${blockedBy(viewer, partner)} as blocked_by_viewer,
      ${blockedBy(partner, viewer)} as blocked_by_partner, ${isRevealed(now)} as revealed,
      ${line(viewer)} as mine, ${line(partner)} as theirs
    from pairings p where ${isOfViewer(key)}`;
};

export async function findSeal(
  db: Database,
  key: ConversationKey,
  now: number,
): Promise<SealRow | undefined> {
  return selectRow(db, selectSeal(key, now));
}

/** Stores nothing if the conversation is over, a member has blocked the other, or a rate window is full. */
export async function putAddress(
  db: Database,
  key: ConversationKey & { address: string },
  windows: RateWindows,
): Promise<{ seal: SealRow | undefined; stored: boolean; states: ReturnType<typeof toStates> }> {
  const { conversationId, memberId, address } = key;
  const { now } = windows;
  const isStored = sql`exists(select 1 from sealed_addresses a where a.conversation_id = ${conversationId}
    and a.member_id = ${memberId} and a.address = ${address} and a.updated_at = ${now})`;
  const { states, seal, stored } = await runBatch(db, {
    states: selectWindows(windows),
    seal: selectSeal(key, now),
    stored: sql`insert into sealed_addresses (conversation_id, member_id, address, updated_at)
        select ${conversationId}, ${memberId}, ${address}, ${now} from pairings p
        where ${isOfViewer(key)} and ${hasRoom(windows)} and p.expires_at > ${now}
          and not ${blockedBy(sql`p.user1_id`, sql`p.user2_id`)}
          and not ${blockedBy(sql`p.user2_id`, sql`p.user1_id`)}
        on conflict (conversation_id, member_id) do update set address = ${address}, updated_at = ${now}`,
    counted: countEvent(windows, sql`${hasRoom(windows)} and ${isStored}`),
  });
  return {
    states: toStates(windows, states),
    seal: seal.rows[0],
    stored: stored.changes === 1,
  };
}

interface RevealedLine {
  conversation_id: string;
  address: string;
  updated_at: number;
}

const selectRevealed = (memberId: string, condition: SQL, now: number) =>
  sql<RevealedLine>`select a.conversation_id, a.address, a.updated_at
    from sealed_addresses a join pairings p on p.id = a.conversation_id
    where a.member_id = ${memberId} and a.address is not null and ${condition} and ${isRevealed(now)}`;

export const findRevealedLine = (
  db: Database,
  { conversationId, memberId }: ConversationKey,
  now: number,
): Promise<RevealedLine | undefined> =>
  selectRow(db, selectRevealed(memberId, sql`p.id = ${conversationId}`, now));

/** Leaves out conversations that the partner can't report any more. */
export const listRevealedLines = (
  db: Database,
  memberId: string,
  now: number,
): Promise<RevealedLine[]> =>
  selectRows(db, selectRevealed(memberId, sql`p.expires_at > ${now - KEPT_MS}`, now));

/**
 * After the reveal, the row stays without the address, because {@link isRevealed} needs two rows.
 * @param words the revealed address, encrypted, which is kept in case the partner reports it
 */
export async function deleteAddress(
  db: Database,
  key: ConversationKey & { now: number },
  words: string | null,
): Promise<SealRow | undefined> {
  const { conversationId, memberId, now } = key;
  const isMine = sql`conversation_id = ${conversationId} and member_id = ${memberId}`;
  const wasRevealed = sql`exists(select 1 from pairings p where p.id = ${conversationId} and ${isRevealed(now)})`;
  const { seal } = await runBatch(db, {
    seal: selectSeal(key, now),
    kept: words === null ? undefined : keepWithdrawn(key, words),
    emptied: sql`update sealed_addresses set address = null, updated_at = ${now} where ${isMine} and ${wasRevealed}`,
    deleted: sql`delete from sealed_addresses where ${isMine} and not ${wasRevealed}`,
  });
  return seal.rows[0];
}

export interface ExportedSeal {
  conversation_id: string;
  mine: string | null;
  theirs: string | null;
}

export const selectSealsOf = (memberId: string, now: number) => sql<ExportedSeal>`
  select p.id as conversation_id, a.address as mine,
    iif(${isRevealed(now)} and a.address is not null, (select o.address from sealed_addresses o
      where o.conversation_id = p.id and o.member_id <> ${memberId}), null) as theirs
  from sealed_addresses a join pairings p on p.id = a.conversation_id
  where a.member_id = ${memberId} order by p.expires_at desc, p.id`;

/** Whether one member blocked the other before the end, even if the block was removed later. */
export async function isSealedShut(db: Database, conversationId: string): Promise<boolean> {
  const isShut = and(eq(pairings.id, conversationId), isNotNull(pairings.sealedShutAt));
  return (await db.$count(pairings, isShut)) > 0;
}
