import { type SQL, sql } from "drizzle-orm";
import { LEFT_CONVERSATION_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import type { ConversationKey } from "~/db/pairing/participation";

/** How long words can be reported after the end of a conversation. */
export const KEPT_MS = LEFT_CONVERSATION_DAYS * MS_PER_DAY;

/** Statement: keeps a line that its author takes away, for 7 days after the conversation's end. */
export const keepWithdrawn = ({ conversationId, memberId }: ConversationKey, words: string) =>
  sql`insert into kept_words (conversation_id, author, words, until)
      select p.id, ${memberId}, ${words}, p.expires_at + ${KEPT_MS} from pairings p
      where p.id = ${conversationId} on conflict do nothing`;

/** Selects the words kept of an author in a conversation. */
export const keptWordsOf = (conversation: SQL, author: SQL, now: number) =>
  sql<{ words: string }>`select w.words from kept_words w
      where w.conversation_id = ${conversation} and w.author = ${author} and w.until > ${now}`;

/** A line of a member who leaves, encrypted. */
export interface LeavingLine {
  id: string;
  words: string;
}

/**
 * Statements of a deletion: what the other sides read stays for their reports, under the digest of the member's id; what
 * only the member could report goes.
 */
export function leaveWords(memberId: string, digest: string, lines: LeavingLine[], now: number) {
  const ended = sql`select conversation_id from left_conversations where member_id = ${memberId}`;
  const own = (side: string) => sql`select id from pairings where ${sql.raw(side)} = ${memberId}`;
  return {
    wordsOfOthers: sql`delete from kept_words where conversation_id in (${ended})
        or (author <> ${memberId} and conversation_id in (${own("user1_id")} union all ${own("user2_id")}))`,
    wordsKept: sql`insert into kept_words (conversation_id, author, words, until)
        select j.value ->> 'id', ${memberId}, j.value ->> 'words', ${now + KEPT_MS}
        from json_each(${JSON.stringify(lines)}) j where true on conflict do nothing`,
    wordsRenamed: sql`update kept_words set author = ${digest} where author = ${memberId}`,
  };
}
