import { type SQL, sql } from "drizzle-orm";
import type { ReportOutcome, ReportReason } from "~/core/shared/constants";
import { type Database, runBatch } from "~/db/client";
import { contains } from "./admin";
import { type AuditEntry, insertAudit } from "./audit";

export interface AdminReportRow {
  id: string;
  reporter_id: string;
  reporter_name: string;
  reported_id: string;
  reported_name: string;
  /** 0 or 1: the account is deleted, and `reported_id` a digest. */
  is_deleted: number;
  reason: ReportReason;
  details: string | null;
  conversation_id: string | null;
  status: "open" | "resolved";
  outcome: ReportOutcome | null;
  note: string | null;
  created_at: number;
  resolved_at: number | null;
  /** Only where it is asked for. */
  evidence?: string;
  seal?: string | null;
}

/** Which reports an admin asks for. */
export interface ReportFilter {
  status: "open" | "resolved" | null;
  reason: string | null;
  query: string | null;
  /** The last report of the page before. */
  before: string | null;
  limit: number;
  evidence: boolean;
}

const DELETED = "Deleted member";

const reportColumns = (evidence: boolean) =>
  sql.raw(`k.id, k.reporter_id, a.name as reporter_name, coalesce(k.reported_id, k.reported_digest, '') as reported_id,
    coalesce(b.name, '${DELETED}') as reported_name, k.reported_id is null as is_deleted, k.reason, k.details,
    k.conversation_id, k.status, k.outcome, k.note, k.created_at, k.resolved_at${evidence ? ", k.evidence, k.seal" : ""}`);

// Cross joins keep the order of the loops: the pages go by the reports' own index.
const joined = sql.raw(
  "reports k cross join members a on a.id = k.reporter_id left join members b on b.id = k.reported_id",
);

/** Indexed by `urgency`: open ones are below 3. */
const withStatus = (status: ReportFilter["status"]) =>
  status === null ? sql`1` : sql.raw(status === "open" ? "k.urgency < 3" : "k.urgency >= 3");

/**
 * The most urgent reports, or those after one (contract §10): open first, then underage, harassment, the rest, oldest
 * first. Each evidence that is read has an audit row of its own.
 * @returns null where `before` names no report
 */
export async function readReports(
  db: Database,
  ask: ReportFilter,
  audit: AuditEntry,
): Promise<AdminReportRow[] | null> {
  const { before, limit } = ask;
  const matching = sql`${withStatus(ask.status)}
      and ${ask.reason === null ? sql`1` : sql`k.reason = ${ask.reason}`}
      and ${contains(ask.query, ["a.name", "b.name", "k.id", "k.details"])}`;
  const part = (columns: SQL, condition: SQL) =>
    sql`select ${columns}, k.urgency as place, k.created_at as instant, k.id as last
      from ${joined} where ${condition} and ${matching}`;
  const at = (column: string) =>
    sql`(select c.${sql.raw(column)} from reports c where c.id = ${before})`;
  // One comparison of all three columns would be a range of the first alone, from the beginning of its urgency on. Of
  // two parts in the same order SQLite reads no more than it shows.
  const listed = (columns: SQL) =>
    before === null
      ? sql`${part(columns, sql`1`)} order by k.urgency, k.created_at, k.id limit ${limit}`
      : sql`${part(columns, sql`k.urgency = ${at("urgency")} and (k.created_at, k.id) > (${at("created_at")}, ${at("id")})`)}
          union all ${part(columns, sql`k.urgency > ${at("urgency")}`)}
          order by place, instant, last limit ${limit}`;
  const shown = listed(sql.raw("k.id, k.reported_id"));
  const { page, anchor } = await runBatch(db, {
    page: sql<AdminReportRow>`${listed(reportColumns(ask.evidence))}`,
    audited: ask.evidence
      ? sql`insert into audit_events (id, admin_id, action, "rows", subject_id, object_id, created_at)
            select lower(hex(randomblob(16))), ${audit.adminId}, 'open_evidence', 1, t.reported_id, t.id, ${audit.now}
            from (${shown}) t`
      : insertAudit(audit, sql`(select count(*) from (${shown}))`),
    anchor: sql`select 1 from reports where id = ${before}`,
  });
  return before !== null && anchor.rows.length === 0 ? null : page.rows;
}

const aboutReport = (reportId: string): Pick<AuditEntry, "subjectId" | "objectId"> => ({
  subjectId: sql`(select reported_id from reports where id = ${reportId})`,
  objectId: reportId,
});

const existsReport = (reportId: string): SQL =>
  sql`exists(select 1 from reports where id = ${reportId})`;

/** One report with its evidence; undefined when there is none. */
export async function readReport(
  db: Database,
  reportId: string,
  audit: AuditEntry,
): Promise<AdminReportRow | undefined> {
  const { found } = await runBatch(db, {
    found: sql<AdminReportRow>`select ${reportColumns(true)} from ${joined} where k.id = ${reportId}`,
    audited: insertAudit({ ...audit, ...aboutReport(reportId) }, sql`1`, existsReport(reportId)),
  });
  return found.rows[0];
}

export interface ReportUpdate {
  reportId: string;
  status: "open" | "resolved";
  outcome: ReportOutcome | null;
  /** Undefined: stays as it is. */
  note: string | null | undefined;
}

/**
 * Sets a report's status, outcome and note, and answers it; undefined when there is none. A resolved report about a
 * deleted member is gone with its evidence (contract §10).
 */
export async function updateReport(
  db: Database,
  { reportId, status, outcome, note }: ReportUpdate,
  audit: AuditEntry,
): Promise<AdminReportRow | undefined> {
  const isResolved = status === "resolved";
  const { found } = await runBatch(db, {
    updated: sql`update reports set status = ${status}, outcome = ${isResolved ? (outcome ?? "no_breach") : null},
          note = ${note === undefined ? sql`note` : note},
          resolved_by = ${isResolved ? audit.adminId : null},
          resolved_at = ${isResolved ? sql`coalesce(resolved_at, ${audit.now})` : null}
        where id = ${reportId}`,
    audited: insertAudit({ ...audit, ...aboutReport(reportId) }, sql`1`, existsReport(reportId)),
    found: sql<AdminReportRow>`select ${reportColumns(false)} from ${joined} where k.id = ${reportId}`,
    dropped: sql`delete from reports where id = ${reportId} and reported_id is null and status = 'resolved'`,
  });
  return found.rows[0];
}
