import { requireAdmin, requireEvidenceAccess, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { notify } from "~/core/notices/notify";
import { mailMember } from "~/core/notices/send-mail";
import { isoOrNull, toIso } from "~/core/shared/age";
import { clip } from "~/core/shared/code-points";
import {
  ADMIN_PAGE_MAX,
  ANSWER_WITHIN_MS,
  CASE_REPORTS_MAX,
  type ReportReason,
} from "~/core/shared/constants";
import type { AdminActionDto, AdminMemberPageDto, AdminReportDto } from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import type { AdminReportRow } from "~/db/moderation/admin-reports";
import * as queries from "~/db/moderation/admin-reports";
import { auditOf } from "./audit";
import { parseEvidence } from "./evidence";
import { getMember, toQuery } from "./members";
import type { ReportsQuery, UpdateReportInput } from "./schemas";
import { isBarred } from "./standing";

/**
 * The most urgent first, at most 100 (docs/rules.md#reports). Evidence is included only on request, because each read
 * is audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `invalid_input` for a `before`
 * that is no report
 */
export async function listReports(
  deps: Deps,
  viewer: Viewer,
  query: ReportsQuery = {},
): Promise<AdminReportDto[]> {
  return (await readReports(deps, viewer, query)).map((row) => toReportDto(viewer, row));
}

async function readReports(deps: Deps, viewer: Viewer, query: ReportsQuery, isDesk = false) {
  const evidence = query.evidence === "1";
  if (evidence) requireEvidenceAccess(viewer);
  else requireAdmin(viewer);
  const found = await queries.readReports(
    deps.db,
    {
      status: query.status ?? null,
      reason: query.reason ?? null,
      query: toQuery(query.query),
      before: query.before ?? null,
      limit: query.limit ?? ADMIN_PAGE_MAX,
      evidence,
      isDesk,
    },
    auditOf(deps, viewer, "list_reports"),
  );
  if (!found) throw invalidField("before", "before must be a report");
  return found;
}

export interface CaseRowDto {
  report_ids: string[];
  reported_name: string;
  reason: ReportReason;
  words: string;
  is_repeat: boolean;
  /** When the oldest report was made. */
  since: string;
  /** Whether another admin must decide the case (docs/rules.md#own-case). */
  is_for_other: boolean;
}

const CASE_WORDS_MAX = 120;

/**
 * The cases of the hundred most urgent open reports. Cases past the time limit come first, the oldest at the top. The
 * other cases follow by urgency.
 * @throws AppError `forbidden` unless admin
 */
export async function listCases(deps: Deps, viewer: Viewer): Promise<CaseRowDto[]> {
  const rows = await readReports(deps, viewer, { status: "open" }, true);
  const cases = Map.groupBy(rows, ({ reported_id }) => reported_id);
  const late = toIso(deps.clock.now() - ANSWER_WITHIN_MS);
  const rank = ({ since }: CaseRowDto) => (since < late ? since : late);
  return [...cases.values()]
    .map((reports) => toCaseRow(reports as [AdminReportRow, ...AdminReportRow[]]))
    .sort((one, other) => rank(one).localeCompare(rank(other)));
}

function toCaseRow(reports: [AdminReportRow, ...AdminReportRow[]]): CaseRowDto {
  const { reported_name, reason, details, is_repeat, is_for_other } = reports[0];
  return {
    report_ids: reports.map(({ id }) => id),
    reported_name,
    reason,
    words: clip((details ?? "").replace(/\s+/g, " "), CASE_WORDS_MAX),
    is_repeat: is_repeat === 1,
    since: toIso(Math.min(...reports.map(({ created_at }) => created_at))),
    is_for_other: is_for_other === 1,
  };
}

/** How much waits for an admin, and since when. Not part of the API. */
export interface WaitingDto extends Omit<queries.WaitingRow, "oldest"> {
  oldest: string | null;
}

/**
 * For an admin's menu. Null for everyone else, for a suspended or banned admin, and for an admin who must still confirm
 * the session by a passkey.
 */
export async function countWaiting(deps: Deps, viewer: Viewer): Promise<WaitingDto | null> {
  const { isAdmin, passkey, standing } = viewer;
  const isAwaited = passkey.isRequired && !passkey.isConfirmed;
  if (!isAdmin || isAwaited || isBarred(standing)) return null;
  const judge = { adminId: viewer.memberId, now: deps.clock.now() };
  const { oldest, ...counts } = await queries.readWaiting(deps.db, judge);
  return { ...counts, oldest: isoOrNull(oldest) };
}

/**
 * Audited, because it includes the evidence.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `report_not_found`
 */
export async function getReport(
  deps: Deps,
  viewer: Viewer,
  { reportId }: { reportId: string },
): Promise<AdminReportDto> {
  return toReportDto(viewer, await readCaseReport(deps, viewer, reportId));
}

async function readCaseReport(
  deps: Deps,
  viewer: Viewer,
  reportId: string,
  action = "open_evidence",
) {
  requireEvidenceAccess(viewer);
  const row = await queries.readReport(deps.db, reportId, auditOf(deps, viewer, action));
  if (!row) throw new AppError("report_not_found");
  return row;
}

/**
 * Resolves a report, or opens it again. Without a new note, the old note stays.
 * @param input.onlyOpen refuses if another admin has resolved the report meanwhile
 * @throws AppError `forbidden` unless admin, `report_not_found`, `other_admin_required`, `already_decided`
 */
export async function updateReport(
  deps: Deps,
  viewer: Viewer,
  {
    reportId,
    status,
    outcome,
    note,
    onlyOpen = false,
  }: { reportId: string; onlyOpen?: boolean } & UpdateReportInput,
): Promise<AdminReportDto> {
  requireAdmin(viewer);
  const audit = auditOf(deps, viewer, status === "resolved" ? "resolve_report" : "reopen_report");
  const { row, isUpdated } = await queries.updateReport(
    deps.db,
    { reportId, status, outcome: outcome ?? null, note: note === "" ? null : note, onlyOpen },
    audit,
  );
  if (!row) throw new AppError("report_not_found");
  if (!isUpdated) {
    throw onlyOpen && row.status === "resolved"
      ? reportDecided()
      : new AppError("other_admin_required");
  }
  // The reporter gets no second answer when a resolved report only gets a new note.
  if (row.resolved_at === audit.now) answerReporter(deps, row);
  return toReportDto(viewer, row);
}

interface CaseDto {
  /** Oldest first: the requested report and, if it is open, other open reports about the same member. */
  reports: AdminReportDto[];
  member: AdminMemberPageDto | null;
  /** Whether another admin must decide the case (docs/rules.md#own-case). */
  isForOther: boolean;
}

/**
 * A report, the other open reports about the same member, and that member. Each call is audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `report_not_found`
 */
export async function openCase(
  deps: Deps,
  viewer: Viewer,
  { reportId }: { reportId: string },
): Promise<CaseDto> {
  const row = await readCaseReport(deps, viewer, reportId);
  const member = await findMember(deps, viewer, row.reported_id);
  const others = (row.status === "open" ? (member?.reports_about ?? []) : [])
    .filter(({ report_id, status }) => status === "open" && report_id !== reportId)
    .slice(0, CASE_REPORTS_MAX - 1);
  const rows = await Promise.all(
    others.map(({ report_id }) => readCaseReport(deps, viewer, report_id)),
  );
  const reports = [row, ...rows].map((one) => toReportDto(viewer, one));
  reports.sort((one, other) => one.created_at.localeCompare(other.created_at));
  return { reports, member, isForOther: row.is_for_other === 1 };
}

async function findMember(deps: Deps, viewer: Viewer, memberId: string) {
  try {
    return await getMember(deps, viewer, { memberId });
  } catch (error) {
    if (error instanceof AppError && error.code === "member_not_found") return null;
    throw error;
  }
}

/**
 * A case as a file, for example for a court. Audited as an export.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `report_not_found`
 */
export async function exportCase(
  deps: Deps,
  viewer: Viewer,
  { reportId }: { reportId: string },
): Promise<{ exported_at: string; report: AdminReportDto; actions: AdminActionDto[] }> {
  const row = await readCaseReport(deps, viewer, reportId, "export_case");
  const report = toReportDto(viewer, row);
  const member = await findMember(deps, viewer, report.reported_id);
  return { exported_at: toIso(deps.clock.now()), report, actions: member?.actions ?? [] };
}

/**
 * A report as an admin sees it, with its evidence if the evidence was read. If there is only one admin, they see a
 * report about themselves too, but without the fields that name the reporter (docs/rules.md#own-case).
 */
export function toReportDto(
  { memberId }: Pick<Viewer, "memberId">,
  row: AdminReportRow,
): AdminReportDto {
  const report = toWholeReport(row);
  if (report.reported_id !== memberId) return report;
  const { evidence } = report;
  return {
    ...report,
    reporter_id: null,
    reporter_name: null,
    conversation_id: null,
    ...(evidence && { evidence: evidence.filter(({ sender_id }) => sender_id === memberId) }),
  };
}

function toWholeReport(row: AdminReportRow): AdminReportDto {
  return {
    report_id: row.id,
    reporter_id: row.reporter_id,
    reporter_name: row.reporter_name,
    reported_id: row.reported_id,
    reported_name: row.reported_name,
    reason: row.reason,
    is_repeat: row.is_repeat === 1,
    details: row.details,
    conversation_id: row.conversation_id,
    evidence_pending: row.is_pending === 1,
    ...(row.evidence === undefined ? {} : toEvidence(row.evidence)),
    status: row.status,
    outcome: row.status === "open" ? null : (row.outcome ?? "no_breach"),
    note: row.note,
    created_at: toIso(row.created_at),
    resolved_at: isoOrNull(row.resolved_at),
  };
}

function toEvidence(json: string): Required<Pick<AdminReportDto, "evidence" | "quotes">> {
  const lines = parseEvidence(json);
  return {
    evidence: lines.map(({ kind, message_id, withdrawn_at = null, quoted: _, ...one }) => {
      const { sender_id, content } = one;
      const created_at = toIso(one.created_at);
      return kind === "address" || message_id === null
        ? {
            kind: "address",
            message_id: null,
            sender_id,
            content,
            created_at,
            withdrawn_at: isoOrNull(withdrawn_at),
          }
        : { ...one, message_id, created_at, sent_at: created_at };
    }),
    quotes: lines.flatMap(({ quoted, message_id, created_at, content }) =>
      quoted && message_id !== null ? [{ message_id, at: toIso(created_at), content }] : [],
    ),
  };
}

export function answerReporter(
  deps: Deps,
  { reporter_id, outcome }: Pick<AdminReportRow, "reporter_id" | "outcome">,
): void {
  deps.defer(notify(deps, reporter_id, { kind: "report_answer" }));
  mailMember(deps, reporter_id, { template: "report_answered", outcome: outcome ?? "no_breach" });
}

export const reportDecided = () =>
  new AppError("already_decided", { message: "This report was resolved meanwhile" });
