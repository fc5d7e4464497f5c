import { type SQL, sql } from "drizzle-orm";
import type { ReportOutcome, ReportReason } from "~/core/shared/constants";
import {
  barLeftMember,
  endKeptReport,
  type LeftBan,
  type LeftMember,
  selectLeftMember,
} from "~/db/accounts/kept-digests";
import { type Database, runBatch, type StoredRow, selectRow } from "~/db/client";
import { contains } from "~/db/operations/admin-lists";
import { insertJobs } from "~/db/operations/jobs";
import { recordLine } from "~/db/operations/ledger";
import type { reports } from "~/db/schema";
import { type AuditEntry, insertAudit, insertAudits, insertListAudit } from "./audit";
import { isActionStored, type NewAction, storeAction } from "./member-actions";
import { isOwnAccusation, isOwnCase, type Judge, mayJudge } from "./own-case";
import { isBarred } from "./standing";

type StoredReport = StoredRow<typeof reports>;
type Evidence = Pick<StoredReport, "evidence">;
type Shown =
  | "id"
  | "reporter_id"
  | "is_repeat"
  | "reason"
  | "details"
  | "conversation_id"
  | "status"
  | "outcome"
  | "note"
  | "created_at"
  | "resolved_at";

export interface AdminReportRow extends Pick<StoredReport, Shown>, Partial<Evidence> {
  reporter_name: string;
  reported_id: string;
  reported_name: string;
  /** 1 if the messages of the evidence are still to be fetched. */
  is_pending: number;
  /** 1 if another admin must decide (docs/rules.md#own-case). */
  is_for_other: number;
}

export interface ReportFilter {
  status: "open" | "resolved" | null;
  reason: ReportReason | null;
  query: string | null;
  before: string | null;
  limit: number;
  evidence: boolean;
  /** If false, `is_for_other` isn't computed and is 0. */
  isDesk: boolean;
}

const DELETED = "Deleted member";

const reportColumns = (evidence: boolean, judge: Judge | null) =>
  sql`${judge === null ? sql`0` : isOwnAccusation(judge)} as is_for_other, ${sql.raw(`k.id, k.reporter_id, a.name as reporter_name, coalesce(k.reported_id, k.reported_digest, '') as reported_id,
    coalesce(b.name, '${DELETED}') as reported_name, k.is_repeat, k.reason, k.details,
    k.conversation_id, k.status, k.outcome, k.note, k.created_at, k.resolved_at,
    exists(select 1 from jobs j where j.conversation_id = k.conversation_id and j.kind = 'evidence'
      and j.detail ->> 'report' = k.id) as is_pending${evidence ? ", k.evidence" : ""}`)}`;

// With cross joins SQLite keeps the order of the tables, so that a page follows an index of `reports`.
const joined = sql.raw(
  "reports k cross join members a on a.id = k.reporter_id left join members b on b.id = k.reported_id",
);

/** The values of the column `urgency` that the filter includes: 0 to 2 for open reports, 3 to 5 for resolved ones. */
function urgenciesOf({ status, reason }: Pick<ReportFilter, "status" | "reason">): number[] {
  const ranks =
    reason === null ? [0, 1, 2] : [reason === "underage" ? 0 : reason === "harassment" ? 1 : 2];
  return [0, 3]
    .filter((offset) => status === null || (status === "open") === (offset === 0))
    .flatMap((offset) => ranks.map((rank) => rank + offset));
}

function filterConditions(ask: ReportFilter, judge: Judge): SQL {
  // An accused admin isn't shown the reporter's name, so a search by that admin must not match the name.
  const reporterName = sql`case when k.reported_id is ${judge.adminId} then '' else a.search_name end`;
  const conditions = [
    mayJudge(judge),
    contains(ask.query, ["k.id", "k.details"], [reporterName, "b.search_name"]),
  ];
  if (ask.reason !== null) conditions.push(sql`k.reason = ${ask.reason}`);
  return sql.join(conditions, sql` and `);
}

/**
 * Lists reports by urgency, then by age (docs/rules.md#reports). Each report whose evidence is read gets an audit row.
 * @returns null if `before` names no report that the admin may judge
 */
export async function readReports(
  db: Database,
  ask: ReportFilter,
  audit: AuditEntry,
): Promise<AdminReportRow[] | null> {
  const { before, limit } = ask;
  const isOneOf = (values: SQL[]) => sql`k.urgency in ${values}`;
  const urgencies = urgenciesOf(ask);
  const part = (columns: SQL, condition: SQL) =>
    sql`select ${columns}, k.urgency as place, k.created_at as instant, k.id as last
      from ${joined} where ${condition} and ${filterConditions(ask, audit)}`;
  const at = (column: string) =>
    sql`(select c.${sql.raw(column)} from reports c where c.id = ${before})`;
  const all = isOneOf(urgencies.map((one) => sql.raw(String(one))));
  // A page has the remaining reports with the urgency of `before`, and then those with later urgencies. If one
  // comparison had urgency, time and id together, SQLite would use the index only for the urgency, and read all reports
  // of that urgency.
  const later = isOneOf(
    urgencies.map(
      (one) =>
        sql`case when ${at("urgency")} < ${sql.raw(String(one))} then ${sql.raw(String(one))} end`,
    ),
  );
  const listed = (columns: SQL) =>
    before === null
      ? sql`${part(columns, all)} order by k.urgency, k.created_at, k.id limit ${limit}`
      : sql`${part(columns, sql`k.urgency = ${at("urgency")} and (k.created_at, k.id) > (${at("created_at")}, ${at("id")})`)}
          union all ${part(columns, later)}
          order by place, instant, last limit ${limit}`;
  const shown = listed(sql.raw("k.id, k.reporter_id, k.reported_id"));
  const { page, anchor } = await runBatch(db, {
    page: sql<AdminReportRow>`${listed(reportColumns(ask.evidence, ask.isDesk ? audit : null))}`,
    audited: ask.evidence
      ? insertAudits(
          { ...audit, action: "open_evidence" },
          sql`select reported_id as subject_id, id as object_id from (${shown})`,
        )
      : insertListAudit(
          audit,
          sql`select reported_id as one_id, reporter_id as other_id, id as object_id from (${shown})`,
        ),
    anchor: sql`select 1 from reports k where k.id = ${before} and ${mayJudge(audit)}`,
  });
  return before !== null && anchor.rows.length === 0 ? null : page.rows;
}

/** What awaits the admin's decision. A count of 100 means 100 or more. */
export interface WaitingRow {
  reports: number;
  appeals: number;
  oldest: number | null;
}

const countUpTo100 = (from: SQL) => sql`(select count(*) from (select 1 from ${from} limit 100))`;

/** Reads a few hundred rows at most, however many wait. */
export function readWaiting(db: Database, judge: Judge) {
  const oldestOf = (urgency: number) => sql`(select k.created_at as at from reports k
      where k.urgency = ${sql.raw(String(urgency))} and ${mayJudge(judge)} order by k.created_at limit 1)`;
  const statement = sql<WaitingRow>`select
    ${countUpTo100(sql`reports k where k.urgency < 3 and ${mayJudge(judge)}`)} as reports,
    ${countUpTo100(sql`appeals where decision is null`)} as appeals,
    (select min(at) from (select * from ${oldestOf(0)} union all select * from ${oldestOf(1)}
      union all select * from ${oldestOf(2)})) as oldest`;
  return selectRow(db, statement) as Promise<WaitingRow>;
}

const auditReport = (audit: AuditEntry, condition: SQL) =>
  insertAudits(
    audit,
    sql`select k.reported_id as subject_id, k.id as object_id from reports k where ${condition}`,
  );

const judgedReport = (reportId: string, judge: Judge): SQL =>
  sql`k.id = ${reportId} and ${mayJudge(judge)}`;

export async function readReport(
  db: Database,
  reportId: string,
  audit: AuditEntry,
): Promise<AdminReportRow | undefined> {
  const isJudged = judgedReport(reportId, audit);
  const { found } = await runBatch(db, {
    found: sql<AdminReportRow>`select ${reportColumns(true, audit)} from ${joined} where ${isJudged}`,
    audited: auditReport(audit, isJudged),
  });
  return found.rows[0];
}

interface ReportUpdate {
  reportId: string;
  status: "open" | "resolved";
  outcome: ReportOutcome | null;
  /** Undefined leaves the note unchanged. */
  note: string | null | undefined;
}

/**
 * Updates a report that the admin may judge. If it is then resolved and the reported member's account is deleted, the
 * report is deleted with its evidence (docs/rules.md#evidence).
 * @param condition a further condition on the report
 */
function setReport(
  { reportId, status, outcome, note }: ReportUpdate,
  audit: AuditEntry,
  condition: SQL,
) {
  const isResolved = status === "resolved";
  return {
    updated: sql`update reports as k set status = ${status}, outcome = ${isResolved ? (outcome ?? "no_breach") : null},
          note = ${note === undefined ? sql`note` : note},
          resolved_by = ${isResolved ? audit.adminId : null},
          resolved_at = ${isResolved ? sql`coalesce(resolved_at, ${audit.now})` : null}
        where ${judgedReport(reportId, audit)} and not ${isOwnAccusation(audit)} and ${condition}`,
    updateAudited: auditReport(audit, sql`k.id = ${reportId} and changes() > 0`),
    found: sql<AdminReportRow>`select ${reportColumns(false, null)} from ${joined} where ${judgedReport(reportId, audit)}`,
    ...endKeptReport(
      sql`select reported_digest from reports where id = ${reportId} and reported_id is null and status = 'resolved'`,
      audit.now,
    ),
    dropped: sql`delete from reports where id = ${reportId} and reported_id is null and status = 'resolved'`,
  };
}

const IS_OPEN = sql`status = 'open'`;

/**
 * @param update.onlyOpen if true, a resolved report stays unchanged
 * @returns `row`: undefined if there is no report that the admin may judge
 */
export async function updateReport(
  db: Database,
  { onlyOpen, ...update }: ReportUpdate & { onlyOpen: boolean },
  audit: AuditEntry,
) {
  const statements = setReport(update, audit, onlyOpen ? IS_OPEN : sql`1`);
  const { updated, found } = await runBatch(db, statements);
  return { row: found.rows[0], isUpdated: updated.changes === 1 };
}

interface ReportedMember
  extends Pick<StoredReport, "reported_id" | "reported_digest" | "reason" | "status"> {
  /** Null if the account is deleted. The same holds for `is_admin`. */
  email: string | null;
  is_admin: number | null;
  is_barred: number;
  is_own_case: number;
}

export async function findReported(
  db: Database,
  { reportId, ...judge }: { reportId: string } & Judge,
): Promise<ReportedMember | undefined> {
  const statement = sql<ReportedMember>`select k.reported_id, k.reported_digest, k.reason, k.status, m.email, m.is_admin,
          ${isBarred(sql`k.reported_id`, judge.now)} as is_barred,
          ${isOwnCase(judge, sql`k.reported_id`)} or ${isOwnAccusation(judge)} as is_own_case
        from reports k left join members m on m.id = k.reported_id where ${judgedReport(reportId, judge)}`;
  return selectRow(db, statement);
}

/**
 * Stores an action and resolves its report. Does neither if the report is no longer open, or if
 * {@link storeAction} stores nothing.
 * @returns null if nothing was stored
 */
export async function insertDecision(
  db: Database,
  action: NewAction & { reportId: string },
  note: string | null,
  audits: { action: AuditEntry; report: AuditEntry },
) {
  const { id, reportId } = action;
  const isAboutMember = sql`exists(select 1 from reports r
    where r.id = ${reportId} and r.reported_id = m.id and r.status = 'open')`;
  const resolved = { reportId, status: "resolved", outcome: "acted", note } as const;
  const { inserted, found, changes } = await runBatch(db, {
    ...storeAction(action, audits.action, isAboutMember),
    ...setReport(resolved, audits.report, sql`${IS_OPEN} and ${isActionStored(id)}`),
  });
  const row = found.rows[0];
  return inserted.changes === 1 && row ? { row, changes: changes?.rows ?? [] } : null;
}

/** Undefined unless the reported member has left and the report is open. */
export function findLeftMember(
  db: Database,
  { reportId, digest, ...judge }: { reportId: string; digest: string } & Judge,
) {
  return selectRow(
    db,
    sql<LeftMember & { is_own_case: number }>`select t.*,
        (select ${isOwnAccusation(judge)} from reports k where k.id = ${reportId}) as is_own_case
      from (${selectLeftMember(reportId, digest)}) t`,
  );
}

/**
 * Bans a member who has left, because of an open report. None of the member's addresses may register. If an account has
 * one of the addresses again, that account is banned too.
 * @param ban.action the ban of that account; null if there is none
 * @param resolve resolves the report together with the ban; null leaves it open
 */
export async function insertLeftBan(
  db: Database,
  {
    bar,
    digest,
    reportId,
    action,
  }: { bar: LeftBan; digest: string; reportId: string; action: NewAction | null },
  audit: AuditEntry,
  resolve: { note: string | null; audit: AuditEntry } | null,
) {
  const isOpen = sql`exists(select 1 from reports k where k.id = ${reportId} and k.reported_digest = ${digest}
    and k.reported_id is null and k.status = 'open' and not ${isOwnAccusation(audit)})`;
  const isStored = sql`exists(select 1 from kept_digests where id = ${bar.id})`;
  const resolved = { reportId, status: "resolved", outcome: "acted" } as const;
  const { barred, barRecorded, found, changes } = await runBatch(db, {
    ...barLeftMember(bar, isOpen),
    barRecorded: insertJobs(
      recordLine(
        {
          ...{ kind: "action", at: bar.now, member: { digest: bar.subject, keyId: bar.keyId } },
          action: { id: bar.id, kind: "ban", reason: action?.reason ?? "other", until: null },
        },
        isStored,
      ),
    ),
    barAudited: insertAudit(audit, isStored),
    ...(action ? storeAction(action, audit, isStored) : { changes: undefined }),
    ...(resolve
      ? setReport(
          { ...resolved, note: resolve.note },
          resolve.audit,
          sql`${IS_OPEN} and ${isStored}`,
        )
      : { found: undefined }),
  });
  return {
    isStored: barred.changes === 1,
    changes: [...barRecorded.rows, ...(changes?.rows ?? [])],
    row: found?.rows[0],
  };
}
