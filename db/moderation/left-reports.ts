import { sql } from "drizzle-orm";
import type { ReportReason } from "~/core/shared/constants";
import * as rates from "~/db/accounts/rate-window";
import { type Database, runBatch, selectRow } from "~/db/client";
import { KEPT_MS } from "~/db/conversation/kept-words";
import { insertEvidenceJob, type PendingEvidence } from "./report-evidence";

interface LeftConversation {
  conversation_id: string;
  /** The digest of the former member's id. */
  author: string;
  /** The sealed address that the former member left for the reporter, encrypted. */
  line: string | null;
  /** The reporter's open report about the conversation, to which a further one is added. */
  open_id: string | null;
  evidence: string | null;
}

/**
 * The newest conversation that a member may report although the partner has left.
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
      : sql`w.author in (select value from json_each(${JSON.stringify(subjects)}))`;
  const isNamed = conversationId === null ? sql`1` : sql`w.conversation_id = ${conversationId}`;
  const statement = sql<LeftConversation>`select w.conversation_id, w.author, w.line, r.id as open_id, r.evidence
        from kept_words w left join reports r on r.id = w.report_id and r.status = 'open'
        where w.reader_id = ${memberId} and w.key_id is not null and w.until > ${now} and ${isAbout} and ${isNamed}
        order by w.until desc, w.rowid desc limit 1`;
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
  /** Milliseconds since 1970. An open report is kept until then. */
  until: number;
  now: number;
}

/**
 * Stores nothing if the conversation can't be reported any more, the reporter has an open report
 * about it, or the day's limit is reached.
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
        select ${id}, w.reader_id, w.author, w.until - ${KEPT_MS}, ${report.reason}, ${report.details}, ${report.evidence},
          exists(select 1 from kept_digests k where k.kind = 'report' and k.subject = w.author),
          'open', ${now}
        from kept_words w
        where w.conversation_id = ${conversationId} and w.author = ${subject} and w.reader_id = ${reporterId} and w.until > ${now}
          and ${rates.hasRoom(windows)}
          and not exists(select 1 from reports o where o.id = w.report_id and o.status = 'open')`,
    counted: rates.countEvent(windows, isStored),
    pending: insertEvidenceJob(id, report.pending, isStored),
    noted: sql`update kept_words set report_id = ${id}
        where conversation_id = ${conversationId} and author = ${subject} and ${isStored}`,
    kept: sql`insert into kept_digests (id, kind, key_id, subject, subject_id, other, created_at, until)
        select lower(hex(randomblob(16))), 'report', k.key_id, k.subject, k.subject_id, k.subject, ${now}, ${report.until}
        from kept_digests k where k.kind = 'left' and k.subject = ${subject} and ${isStored}
          and not exists(select 1 from kept_digests e where e.kind = 'report' and e.other = ${subject})`,
  });
  return { stored: inserted.changes === 1, states: rates.toStates(windows, states) };
}
