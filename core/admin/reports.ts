import { requireAdmin, requireEvidenceAccess, type Viewer } from "~/core/auth/viewer";
import type { Deps } from "~/core/deps";
import { mailMember } from "~/core/mail/send-mail";
import { parseEvidence, verifySeal } from "~/core/moderation/evidence";
import { notify } from "~/core/notifications/notify";
import { toIso } from "~/core/shared/age";
import { ADMIN_PAGE_MAX } from "~/core/shared/constants";
import type { AdminActionDto, AdminMemberPageDto, AdminReportDto } from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import {
  type AdminReportRow,
  readReport,
  readReports,
  updateReport as storeReport,
} from "~/db/queries/admin-reports";
import { auditOf } from "./audit";
import { getMember, toQuery } from "./members";
import type { ReportsQuery, UpdateReportInput } from "./schemas";

/**
 * The reports, most urgent first, at most 100 (contract §9, §10). The evidence only where it is asked for: each is audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `invalid_input` for a `before` that is no report
 */
export async function listReports(
  deps: Deps,
  viewer: Viewer,
  { status, reason, query, before, limit = ADMIN_PAGE_MAX, evidence }: ReportsQuery = {},
): Promise<AdminReportDto[]> {
  if (evidence === "1") requireEvidenceAccess(viewer);
  else requireAdmin(viewer);
  const rows = await readReports(
    deps.db,
    {
      status: status ?? null,
      reason: reason ?? null,
      query: toQuery(query),
      before: before ?? null,
      limit,
      evidence: evidence === "1",
    },
    auditOf(deps, viewer, "list_reports"),
  );
  if (!rows) throw invalidField("before", "before must be a report");
  return Promise.all(rows.map((row) => toReportDto(deps, row)));
}

/**
 * One report with its evidence, audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `report_not_found`
 */
export async function getReport(
  deps: Deps,
  viewer: Viewer,
  { reportId }: { reportId: string },
): Promise<AdminReportDto> {
  requireEvidenceAccess(viewer);
  const row = await readReport(deps.db, reportId, auditOf(deps, viewer, "open_evidence"));
  if (!row) throw new AppError("report_not_found");
  return toReportDto(deps, row);
}

async function toReportDto(deps: Deps, row: AdminReportRow): Promise<AdminReportDto> {
  return {
    report_id: row.id,
    reporter_id: row.reporter_id,
    reporter_name: row.reporter_name,
    reported_id: row.reported_id,
    reported_name: row.reported_name,
    reason: row.reason,
    details: row.details,
    conversation_id: row.conversation_id,
    ...(row.evidence === undefined ? {} : await toEvidence(deps, row, row.evidence)),
    status: row.status,
    outcome: row.status === "open" ? null : (row.outcome ?? "no_breach"),
    note: row.note,
    created_at: toIso(row.created_at),
    resolved_at: row.resolved_at === null ? null : toIso(row.resolved_at),
  };
}

async function toEvidence(
  deps: Deps,
  { id, reporter_id, seal = null }: AdminReportRow,
  json: string,
): Promise<Required<Pick<AdminReportDto, "evidence" | "seal">>> {
  const evidence = parseEvidence(json);
  return {
    evidence: evidence.map((one) => ({
      ...one,
      created_at: toIso(one.created_at),
      sent_at: toIso(one.created_at),
    })),
    seal: await verifySeal(deps, { reportId: id, reporterId: reporter_id, evidence }, seal),
  };
}

/**
 * Resolves a report, or opens it again; a note stays unless another is given.
 * @throws AppError `forbidden` unless admin, `report_not_found`
 */
export async function updateReport(
  deps: Deps,
  viewer: Viewer,
  { reportId, status, outcome, note }: { reportId: string } & UpdateReportInput,
): Promise<AdminReportDto> {
  requireAdmin(viewer);
  const audit = auditOf(deps, viewer, status === "resolved" ? "resolve_report" : "reopen_report");
  const row = await storeReport(
    deps.db,
    { reportId, status, outcome: outcome ?? null, note: note === "" ? null : note },
    audit,
  );
  if (!row) throw new AppError("report_not_found");
  // Only now, and not when the note of a resolved one is changed.
  if (row.resolved_at === audit.now) {
    deps.defer(notify(deps, row.reporter_id, { kind: "report_answer" }));
    const answer = { template: "report_answered", outcome: row.outcome ?? "no_breach" } as const;
    mailMember(deps, row.reporter_id, answer);
  }
  return toReportDto(deps, row);
}

/** A report with its evidence, and the member whom it is about; null once that account is deleted. */
export interface CaseDto {
  report: AdminReportDto;
  member: AdminMemberPageDto | null;
}

/**
 * A report and the member whom it is about; both looks are audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `report_not_found`
 */
export async function openCase(
  deps: Deps,
  viewer: Viewer,
  input: { reportId: string },
): Promise<CaseDto> {
  const report = await getReport(deps, viewer, input);
  return { report, member: await findMember(deps, viewer, report.reported_id) };
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
 * A case as a file for a judge outside the product; audited as an export.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `report_not_found`
 */
export async function exportCase(
  deps: Deps,
  viewer: Viewer,
  { reportId }: { reportId: string },
): Promise<{ exported_at: string; report: AdminReportDto; actions: AdminActionDto[] }> {
  requireEvidenceAccess(viewer);
  const audit = auditOf(deps, viewer, "export_case");
  const row = await readReport(deps.db, reportId, audit);
  if (!row) throw new AppError("report_not_found");
  const report = await toReportDto(deps, row);
  const member = await findMember(deps, viewer, report.reported_id);
  return { exported_at: toIso(audit.now), report, actions: member?.actions ?? [] };
}
