import { requireAdmin, requireEvidenceAccess, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { isoOrNull, toIso } from "~/core/shared/age";
import { ADMIN_PAGE_MAX, MS_PER_DAY } from "~/core/shared/constants";
import type { AdminActionDto, AdminMemberPageDto, AdminReportDto } from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import * as queries from "~/db/moderation/admin-reports";
import { auditOf } from "./audit";
import { getMember, toQuery } from "./members";
import { answerReporter, reportDecided, toReportDto } from "./report-answers";
import type { ReportsQuery, UpdateReportInput } from "./schemas";
import { isBarredStanding } from "./standing";

/**
 * The reports, most urgent first, at most 100 (docs/rules.md#reports). The evidence is included only on request,
 * because each look is audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `invalid_input` for a `before`
 *   that is no report
 */
export async function listReports(
  deps: Deps,
  viewer: Viewer,
  { from, to, limit = ADMIN_PAGE_MAX, ...query }: ReportsQuery = {},
): Promise<AdminReportDto[]> {
  const evidence = query.evidence === "1";
  if (evidence) requireEvidenceAccess(viewer);
  else requireAdmin(viewer);
  const found = await queries.readReports(
    deps.db,
    {
      status: query.status ?? null,
      reason: query.reason ?? null,
      query: toQuery(query.query),
      reported: query.reported ?? null,
      isRepeat: query.repeat === "1",
      from: from === undefined ? null : Date.parse(from),
      to: to === undefined ? null : Date.parse(to) + MS_PER_DAY,
      before: query.before ?? null,
      limit,
      evidence,
    },
    auditOf(deps, viewer, "list_reports"),
  );
  if (!found) throw invalidField("before", "before must be a report");
  return found.map((row) => toReportDto(viewer, row));
}

/** Counts of work that waits for an admin. Not part of the API. */
export interface WaitingDto extends Omit<queries.WaitingRow, "oldest"> {
  oldest: string | null;
}

const toWaitingDto = ({ oldest, ...counts }: queries.WaitingRow): WaitingDto => ({
  ...counts,
  oldest: isoOrNull(oldest),
});

/** Counts of the work in an admin's menu; null for everyone else, and for an admin whose passkey is missing. */
export async function countWaiting(deps: Deps, viewer: Viewer): Promise<WaitingDto | null> {
  const { isAdmin, passkey, standing } = viewer;
  const isAwaited = passkey.isRequired && !passkey.isConfirmed;
  if (!isAdmin || isAwaited || isBarredStanding(standing.standing)) return null;
  return toWaitingDto(
    await queries.readWaiting(deps.db, {
      adminId: viewer.memberId,
      now: deps.clock.now(),
    }),
  );
}

/**
 * One report with its evidence, audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `report_not_found`
 */
export async function getReport(
  deps: Deps,
  viewer: Viewer,
  { reportId }: { reportId: string },
): Promise<AdminReportDto> {
  requireEvidenceAccess(viewer);
  const row = await queries.readReport(deps.db, reportId, auditOf(deps, viewer, "open_evidence"));
  if (!row) throw new AppError("report_not_found");
  return toReportDto(viewer, row);
}

/**
 * Resolves a report, or opens it again. The note stays unless another is given.
 * @param input.onlyOpen for the desk: refuses if another admin has resolved the report meanwhile
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
  const { row, isUpdated, isForOther } = await queries.updateReport(
    deps.db,
    { reportId, status, outcome: outcome ?? null, note: note === "" ? null : note, onlyOpen },
    audit,
  );
  if (!row) throw new AppError("report_not_found");
  if (isForOther) throw new AppError("other_admin_required");
  if (!isUpdated) throw reportDecided();
  // Answers only when the report has just been resolved, not when the note of a resolved report is changed.
  if (row.resolved_at === audit.now) answerReporter(deps, row);
  return toReportDto(viewer, row);
}

/**
 * Assigns an open report to the viewer, also if another admin has it, or releases it. Other admins see the assignment
 * but may still decide.
 * @throws AppError `forbidden` unless admin, `report_not_found`, `already_decided`
 */
export async function claimReport(
  deps: Deps,
  viewer: Viewer,
  { reportId, isClaimed }: { reportId: string; isClaimed: boolean },
): Promise<AdminReportDto> {
  requireAdmin(viewer);
  const audit = auditOf(deps, viewer, isClaimed ? "claim_report" : "release_report");
  const row = await queries.claimReport(deps.db, { reportId, isClaimed }, audit);
  if (!row) throw new AppError("report_not_found");
  if (row.status !== "open") throw reportDecided();
  return toReportDto(viewer, row);
}

/** A report with its evidence, and the reported member, who is null after that account is deleted. */
interface CaseDto {
  report: AdminReportDto;
  member: AdminMemberPageDto | null;
}

/**
 * A report and the reported member; both looks are audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `report_not_found`
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
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `report_not_found`
 */
export async function exportCase(
  deps: Deps,
  viewer: Viewer,
  { reportId }: { reportId: string },
): Promise<{ exported_at: string; report: AdminReportDto; actions: AdminActionDto[] }> {
  requireEvidenceAccess(viewer);
  const audit = auditOf(deps, viewer, "export_case");
  const row = await queries.readReport(deps.db, reportId, audit);
  if (!row) throw new AppError("report_not_found");
  const report = await toReportDto(viewer, row);
  const member = await findMember(deps, viewer, report.reported_id);
  return { exported_at: toIso(audit.now), report, actions: member?.actions ?? [] };
}
