import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { ReportReason } from "~/core/shared/constants";
import { wasReportedBefore } from "~/db/accounts/kept-digests";
import * as rates from "~/db/accounts/rate-window";
import { type Database, runBatch, selectRow } from "~/db/client";
import { KEPT_MS } from "~/db/conversation/kept-words";
import { isRevealed } from "~/db/conversation/sealed-addresses";
import { insertJobs, jobOfEach } from "~/db/operations/jobs";
import { knownName } from "~/db/pairing/partner-card";
import { type members, reports } from "~/db/schema";
import { existsOtherAdmin } from "./own-case";

interface ReportedPair {
  reporterId: string;
  reportedId: string;
  /** Null for the latest conversation of the two. */
  conversationId: string | null;
}

const isOpenReport = (reporterId: string, conversationId: SQL) =>
  sql`o.reporter_id = ${reporterId} and o.status = 'open' and o.conversation_id = ${conversationId}`;

/**
 * `chosen` selects the named conversation, if it is between these two members. If no conversation is named, `chosen`
 * selects their newest. `shared` selects all of their conversations.
 */
const reportedConversation = ({ reporterId, reportedId, conversationId }: ReportedPair) => {
  const side = (one: string, other: string) =>
    sql`select p.id, p.expires_at from published_pairings p
        where p.user1_id = ${one} and p.user2_id = ${other}`;
  const shared = sql`${side(reporterId, reportedId)} union all ${side(reportedId, reporterId)}`;
  const chosen =
    conversationId === null
      ? sql`select id from (${shared}) order by expires_at desc limit 1`
      : sql`select p.id from published_pairings p
          where p.id = ${conversationId} and ((p.user1_id = ${reporterId} and p.user2_id = ${reportedId})
            or (p.user1_id = ${reportedId} and p.user2_id = ${reporterId}))`;
  return { chosen, shared };
};

export type SenderRow = Pick<typeof members.$inferSelect, "id" | "name" | "avatarUrl">;

interface TargetRow {
  conversation_id: string | null;
  ever_paired: number;
  /** The reporter's open report about the conversation. A further report is added to it. */
  open_id: string | null;
  evidence: string | null;
  /** The reported member's sealed address, if it is revealed. */
  address: string | null;
  left_at: number | null;
  /** The reported member's address, encrypted, if it was withdrawn after the reveal and can still be reported. */
  withdrawn: string | null;
}

export async function findReportTarget(
  db: Database,
  pair: ReportedPair,
  windows: rates.RateWindows,
) {
  const { reporterId, reportedId } = pair;
  const { now } = windows;
  const { chosen, shared } = reportedConversation(pair);
  const { states, target, senders } = await runBatch(db, {
    states: rates.selectWindows(windows),
    target: sql<TargetRow>`with chosen as materialized (select (${chosen}) as id)
      select chosen.id as conversation_id, chosen.id is not null or exists(${shared}) as ever_paired, o.id as open_id, o.evidence,
        iif(${isRevealed(now)}, a.address, null) as address, a.updated_at as left_at, w.line as withdrawn
      from chosen left join reports o on ${isOpenReport(reporterId, sql`chosen.id`)}
        left join sealed_addresses a on a.conversation_id = chosen.id and a.member_id = ${reportedId} and a.address is not null
        left join pairings p on p.id = a.conversation_id
        left join kept_words w on w.conversation_id = chosen.id and w.author = ${reportedId} and w.until > ${now}`,
    senders: sql<SenderRow>`select id, name, avatar_url as "avatarUrl" from members
        where id in (${reporterId}, ${reportedId})`,
  });
  return {
    ...(target.rows[0] as TargetRow),
    states: rates.toStates(windows, states),
    senders: senders.rows,
  };
}

/** Detail of an `evidence` job. */
export interface PendingEvidence {
  conversationId: string;
  messageId: string | null;
  at: number;
}

const insertEvidenceJob = (reportId: string, pending: PendingEvidence | null, condition: SQL) =>
  pending
    ? insertJobs(
        jobOfEach(sql`select ${pending.conversationId} as id where ${condition}`, {
          kind: "evidence",
          detail: { report: reportId, message: pending.messageId, at: pending.at },
          now: pending.at,
        }),
      )
    : undefined;

interface NewReport {
  id: string;
  reporterId: string;
  reason: ReportReason;
  details: string | null;
  evidence: string;
  pending: PendingEvidence | null;
  now: number;
}

export interface StoredReport {
  stored: boolean;
  states: rates.WindowStates;
}

/**
 * Stores a report, if the two members had the conversation in a published run, the reporter has no open report about
 * it, and the day's limit has room.
 * @returns `isAboutLoneAdmin`: whether the report is about an admin while no other admin was active recently
 */
export async function insertReport(
  db: Database,
  report: NewReport & ReportedPair,
  windows: rates.RateWindows,
): Promise<StoredReport & { isAboutLoneAdmin: boolean }> {
  const { chosen } = reportedConversation(report);
  const { id, reporterId, reportedId } = report;
  const isStored = sql`exists(select 1 from reports where id = ${id})`;
  const { states, inserted, loneAdmin } = await runBatch(db, {
    states: rates.selectWindows(windows),
    inserted: sql`insert into reports
          (id, reporter_id, reported_id, reported_name, conversation_id, reason, details, evidence, is_repeat, status,
            created_at)
        select ${id}, ${reporterId}, m.id, ${knownName(sql`${reporterId}`)}, c.id, ${report.reason}, ${report.details},
          ${report.evidence}, exists(select 1 from reports e where e.reported_id = m.id)
            or ${wasReportedBefore(sql`m.id`)}, 'open', ${report.now}
        from (${chosen}) c cross join members m on m.id = ${reportedId}
        where ${rates.hasRoom(windows)}
          and not exists(select 1 from reports o where ${isOpenReport(reporterId, sql`c.id`)})`,
    counted: rates.countEvent(windows, isStored),
    pending: insertEvidenceJob(id, report.pending, isStored),
    loneAdmin: sql`select 1 from members where id = ${reportedId} and is_admin = 1
        and not ${existsOtherAdmin({ adminId: reportedId, now: report.now })}`,
  });
  return {
    stored: inserted.changes === 1,
    states: rates.toStates(windows, states),
    isAboutLoneAdmin: loneAdmin.rows.length > 0,
  };
}

/** The most code points that a report's details can have after an addition. */
const DETAILS_TOTAL = 10_000;

/**
 * Adds text and evidence to an open report. Drops the added text if the details would become too long. Counts as a
 * report towards the day's limit (docs/rules.md#reports).
 * @param added.evidence replaces the evidence of `open`
 * @returns `stored` is false if the report was closed or changed meanwhile, or the limit is reached
 */
export async function addToReport(
  db: Database,
  added: { open: Pick<NewReport, "id" | "evidence"> } & Pick<
    NewReport,
    "details" | "evidence" | "pending"
  >,
  windows: rates.RateWindows,
): Promise<StoredReport> {
  const { open, details, evidence, pending } = added;
  const isThis = sql`id = ${open.id} and status = 'open' and evidence = ${open.evidence}`;
  const isOpen = sql`exists(select 1 from reports where ${isThis})`;
  const { states, updated } = await runBatch(db, {
    states: rates.selectWindows(windows),
    pending: insertEvidenceJob(open.id, pending, sql`${rates.hasRoom(windows)} and ${isOpen}`),
    counted: rates.countEvent(windows, sql`${rates.hasRoom(windows)} and ${isOpen}`),
    // `changes() > 0`: the statement before this one has counted the addition.
    updated: sql`update reports set details = case
          when ${details} is null or length(details) + length(${details}) > ${DETAILS_TOTAL} then details
          when details is null then ${details} else details || char(10) || ${details} end, evidence = ${evidence}
        where ${isThis} and changes() > 0`,
  });
  return { stored: updated.changes === 1, states: rates.toStates(windows, states) };
}

interface LeftConversation {
  conversation_id: string;
  /** The digest of the former member's id. */
  author: string;
  /** The former member's sealed address, encrypted. */
  line: string | null;
  open_id: string | null;
  evidence: string | null;
}

/**
 * Finds the newest conversation that a member can still report after the partner has left.
 * @param ask.subjects digests of the partner's id; null if `conversationId` names the conversation
 */
export function findLeftConversation(
  db: Database,
  ask: { memberId: string; subjects: string[] | null; conversationId: string | null; now: number },
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

/**
 * Stores a report about a member who has left. Stores nothing if the conversation can't be reported any more, the
 * reporter has an open report about it, or the day's limit is reached.
 * @param report.until when the digest that is kept for the report is to be deleted
 */
export async function insertLeftReport(
  db: Database,
  report: NewReport & { conversationId: string; subject: string; until: number },
  windows: rates.RateWindows,
): Promise<StoredReport> {
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

/** If the reported member has left, their id and name are null. */
export const readOwnReports = (db: Database, reporterId: string) =>
  db
    .select({
      id: reports.id,
      reportedId: reports.reportedId,
      reportedName: reports.reportedName,
      reason: reports.reason,
      status: reports.status,
      outcome: reports.outcome,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .where(eq(reports.reporterId, reporterId))
    .orderBy(desc(reports.createdAt), desc(reports.id));

const SENDER = { columns: { id: true, name: true, avatarUrl: true } } as const;

export const findPendingReport = (db: Database, reportId: string) =>
  db.query.reports.findFirst({
    columns: { reporterId: true, reportedId: true, reportedDigest: true, evidence: true },
    with: { reporter: SENDER, reported: SENDER },
    where: eq(reports.id, reportId),
  });

/**
 * Stores pending evidence and deletes its job. Does nothing if the job is already gone.
 * @returns false if the report has changed meanwhile
 */
export async function storeEvidence(
  db: Database,
  change: {
    jobId: number;
    reportId: string;
    before: Pick<typeof reports.$inferSelect, "reportedId" | "evidence">;
    evidence: string;
  },
): Promise<boolean> {
  const { jobId, reportId, before, evidence } = change;
  const isJob = sql`exists(select 1 from jobs where id = ${jobId})`;
  const isSame = sql`(id = ${reportId} and evidence = ${before.evidence} and reported_id is ${before.reportedId})`;
  const { known } = await runBatch(db, {
    known: sql`select 1 where not ${isJob} or exists(select 1 from reports where ${isSame})`,
    stored: sql`update reports set evidence = ${evidence} where ${isSame} and ${isJob}`,
    done: sql`delete from jobs where id = ${jobId} and changes() > 0`,
  });
  return known.rows.length > 0;
}
