import { and, eq, isNull, sql } from "drizzle-orm";
import { LEFT_CONVERSATION_DAYS, MS_PER_DAY, type ReportReason } from "~/core/shared/constants";
import * as rates from "~/db/accounts/rate-window";
import type { StoredRow } from "~/db/accounts/stored-row";
import { type Database, runBatch, selectRow } from "~/db/client";
import { insertEvidenceJob, type PendingEvidence } from "~/db/moderation/report-evidence";
import { leftConversations } from "~/db/schema";
import { keptWordsOf } from "./kept-words";

const LEFT_MS = LEFT_CONVERSATION_DAYS * MS_PER_DAY;

/** A keyed digest and the id of its key. */
export interface Keyed {
  digest: string;
  keyId: string;
}

/** Selects a member's conversations that are open, or ended so recently that the partner may still report them after a deletion. */
const recentOf = (memberId: string, now: number) =>
  sql`select p.id, iif(p.user1_id = ${memberId}, p.user2_id, p.user1_id) as other_id from published_pairings p
      where (p.user1_id = ${memberId} or p.user2_id = ${memberId}) and p.expires_at > ${now - LEFT_MS}`;

/** Statement of a deletion: keeps the member's last conversations, so that the partners may still report them (docs/rules.md#leaving). */
export const keepLastConversations = (memberId: string, subject: Keyed, now: number) =>
  sql`insert into left_conversations (conversation_id, member_id, subject, key_id, report_id, until)
      select t.id, t.other_id, ${subject.digest}, ${subject.keyId},
        (select o.id from reports o where o.reporter_id = t.other_id and o.status = 'open' and o.conversation_id = t.id),
        ${now + LEFT_MS}
      from (${recentOf(memberId, now)}) t where true on conflict do nothing`;

/** A select of the ids of conversations that {@link keepLastConversations} has kept. */
export const keptConversationsOf = (subject: string) =>
  sql`select conversation_id as id from left_conversations where subject = ${subject}`;

const isAwaiting = (conversationId: string) =>
  and(eq(leftConversations.conversationId, conversationId), isNull(leftConversations.messages));

/**
 * Stores a conversation's last messages and revealed answers, encrypted. Keeps those that are stored already, because the
 * conversation's object is empty when a second call comes.
 */
export const storeLastMessages = (db: Database, conversationId: string, messages: string) =>
  db.update(leftConversations).set({ messages }).where(isAwaiting(conversationId));

/** Finds a conversation whose last messages are to be kept but are not stored yet. */
export const findAwaiting = (db: Database, conversationId: string) =>
  db.select().from(leftConversations).where(isAwaiting(conversationId)).get();

type LeftConversation = Pick<
  StoredRow<typeof leftConversations>,
  "conversation_id" | "subject" | "messages"
> & {
  /** The reporter's open report about the conversation; a further report is added to it. */
  open_id: string | null;
  evidence: string | null;
  /** The sealed line of the member who has left, encrypted. */
  line: string | null;
};

/** Finds the last messages kept of a conversation, encrypted; null until its object has handed them over. */
export async function findKeptMessages(
  db: Database,
  conversationId: string,
): Promise<string | null> {
  const isKept = eq(leftConversations.conversationId, conversationId);
  const row = await db.select().from(leftConversations).where(isKept).get();
  return row?.messages ?? null;
}

/**
 * Finds the newest conversation that a member may report although the partner has left.
 * @param ask.subjects digests of the partner's id; null if `conversationId` names the conversation
 */
export function findLeftConversation(
  db: Database,
  ask: {
    memberId: string;
    subjects: string[] | null;
    conversationId: string | null;
    now: number;
  },
): Promise<LeftConversation | undefined> {
  const { memberId, subjects, conversationId, now } = ask;
  const isAbout =
    subjects === null
      ? sql`1`
      : sql`l.subject in (select value from json_each(${JSON.stringify(subjects)}))`;
  const isNamed = conversationId === null ? sql`1` : sql`l.conversation_id = ${conversationId}`;
  const statement = sql<LeftConversation>`select l.conversation_id, l.subject, l.messages, r.id as open_id, r.evidence,
          (${keptWordsOf(sql`l.conversation_id`, sql`l.subject`, now)}) as line
        from left_conversations l left join reports r on r.id = l.report_id and r.status = 'open'
        where l.member_id = ${memberId} and l.until > ${now} and ${isAbout} and ${isNamed}
        order by l.until desc, l.rowid desc limit 1`;
  return selectRow(db, statement);
}

interface LeftReport {
  id: string;
  reporterId: string;
  conversationId: string;
  subject: string;
  reason: ReportReason;
  details: string | null;
  evidence: string;
  pending: PendingEvidence | null;
  /** The instant until which an open report is kept, milliseconds since 1970. */
  until: number;
  now: number;
}

/**
 * Stores a report about a member who has left. The same transaction checks that the conversation can still be reported, that
 * the reporter has no open report about it, and that the day's limit has room.
 */
export async function insertLeftReport(
  db: Database,
  report: LeftReport,
  windows: rates.RateWindows,
): Promise<{ stored: boolean; states: rates.WindowStates }> {
  const { id, reporterId, conversationId, subject, now } = report;
  const isStored = sql`exists(select 1 from reports where id = ${id})`;
  const { states, inserted } = await runBatch(db, {
    states: rates.selectWindows(windows),
    inserted: sql`insert into reports
          (id, reporter_id, reported_digest, reported_deleted_at, reason, details, evidence, is_repeat,
            status, created_at)
        select ${id}, l.member_id, l.subject, l.until - ${LEFT_MS}, ${report.reason}, ${report.details}, ${report.evidence},
          exists(select 1 from kept_digests k where k.kind = 'report' and k.subject = l.subject),
          'open', ${now}
        from left_conversations l
        where l.conversation_id = ${conversationId} and l.member_id = ${reporterId} and l.until > ${now}
          and ${rates.hasRoom(windows)}
          and not exists(select 1 from reports o where o.id = l.report_id and o.status = 'open')`,
    counted: rates.countEvent(windows, isStored),
    pending: insertEvidenceJob(id, report.pending, isStored),
    noted: sql`update left_conversations set report_id = ${id} where conversation_id = ${conversationId} and ${isStored}`,
    kept: sql`insert into kept_digests (id, kind, key_id, subject, subject_id, other, created_at, until)
        select lower(hex(randomblob(16))), 'report', k.key_id, k.subject, k.subject_id, k.subject, ${now}, ${report.until}
        from kept_digests k where k.kind = 'left' and k.subject = ${subject} and ${isStored}
          and not exists(select 1 from kept_digests e where e.kind = 'report' and e.other = ${subject})`,
  });
  return { stored: inserted.changes === 1, states: rates.toStates(windows, states) };
}
