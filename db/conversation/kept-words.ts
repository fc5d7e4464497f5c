import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { LEFT_CONVERSATION_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import type { Database } from "~/db/client";
import type { ConversationKey } from "~/db/pairing/participation";
import { keptWords } from "~/db/schema";

export const KEPT_MS = LEFT_CONVERSATION_DAYS * MS_PER_DAY;

export interface Keyed {
  digest: string;
  keyId: string;
}

export interface LeavingLine {
  /** The conversation's id. */
  id: string;
  /** Encrypted. */
  words: string;
}

export const keepWithdrawn = ({ conversationId, memberId }: ConversationKey, line: string) =>
  sql`insert into kept_words (conversation_id, author, reader_id, line, until)
      select p.id, ${memberId}, iif(p.user1_id = ${memberId}, p.user2_id, p.user1_id), ${line}, p.expires_at + ${KEPT_MS}
      from pairings p where p.id = ${conversationId} on conflict do nothing`;

/** Stores the words that partners can still report, under the digest of the leaving member's id. */
export const keepLastConversations = (
  memberId: string,
  subject: Keyed,
  lines: LeavingLine[],
  now: number,
) => ({
  keptWords: sql`insert into kept_words (conversation_id, author, reader_id, key_id, line, report_id, until)
      select t.id, ${subject.digest}, t.other_id, ${subject.keyId}, coalesce(w.line, j.value ->> 'words'),
        (select o.id from reports o where o.reporter_id = t.other_id and o.status = 'open' and o.conversation_id = t.id),
        ${now + KEPT_MS}
      from (select p.id, iif(p.user1_id = ${memberId}, p.user2_id, p.user1_id) as other_id from published_pairings p
          where (p.user1_id = ${memberId} or p.user2_id = ${memberId}) and p.expires_at > ${now - KEPT_MS}) t
        left join kept_words w on w.conversation_id = t.id and w.author = ${memberId}
        left join json_each(${JSON.stringify(lines)}) j on j.value ->> 'id' = t.id
      where true on conflict do nothing`,
  withdrawn: sql`delete from kept_words where author = ${memberId}`,
});

export const keptConversationsOf = (subject: string) =>
  sql`select conversation_id as id from kept_words where author = ${subject}`;

/**
 * Condition: the author's account is deleted, and its messages aren't stored yet. Only the rows of deleted accounts
 * have a `keyId`.
 */
const isAwaiting = (conversationId: string) =>
  and(
    eq(keptWords.conversationId, conversationId),
    isNotNull(keptWords.keyId),
    isNull(keptWords.messages),
  );

/** Doesn't replace stored messages: when the job is tried again, the conversation's object is already empty. */
export const storeLastMessages = (db: Database, conversationId: string, messages: string) =>
  db.update(keptWords).set({ messages }).where(isAwaiting(conversationId));

export const findAwaiting = (db: Database, conversationId: string) =>
  db.select().from(keptWords).where(isAwaiting(conversationId)).get();

/** @returns the encrypted messages; null until the conversation's object has handed them over */
export async function findKeptMessages(
  db: Database,
  conversationId: string,
): Promise<string | null> {
  const isKept = and(eq(keptWords.conversationId, conversationId), isNotNull(keptWords.messages));
  const row = await db.select().from(keptWords).where(isKept).get();
  return row?.messages ?? null;
}
