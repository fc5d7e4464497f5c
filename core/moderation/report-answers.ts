import type { Deps } from "~/core/deps";
import { mailMember } from "~/core/mail/send-mail";
import { notify } from "~/core/notifications/notify";
import { isoOrNull, toIso } from "~/core/shared/age";
import { type AdminReportDto, evidenceMessageSchema, inShape } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import type { Viewer } from "~/core/viewer/viewer";
import type { AdminReportRow } from "~/db/queries/admin-reports";
import { nameAnswers, parseEvidence, verifySeal } from "./evidence";

/**
 * A report as an admin sees it, with its evidence if that was read. A lone admin can see a report about themselves; all
 * fields that name the reporter are then removed (docs/rules.md#own-case).
 */
export async function toReportDto(
  deps: Deps,
  { memberId }: Pick<Viewer, "memberId">,
  row: AdminReportRow,
): Promise<AdminReportDto> {
  const report = await toWholeReport(deps, row);
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

async function toWholeReport(deps: Deps, row: AdminReportRow): Promise<AdminReportDto> {
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
    ...(row.evidence === undefined ? {} : await toEvidence(deps, row, row.evidence)),
    status: row.status,
    outcome: row.status === "open" ? null : (row.outcome ?? "no_breach"),
    note: row.note,
    claimed_by: row.claimed_by,
    claimed_name: row.claimed_name,
    created_at: toIso(row.created_at),
    resolved_at: isoOrNull(row.resolved_at),
  };
}

async function toEvidence(
  deps: Deps,
  row: AdminReportRow,
  json: string,
): Promise<Required<Pick<AdminReportDto, "evidence" | "seal">>> {
  const evidence = parseEvidence(json);
  const { seal = null, key_id: keyId = "", reported_digest: reportedDigest = null } = row;
  const sealed = { reportId: row.id, reporterId: row.reporter_id, reportedDigest, evidence };
  const reportedId = row.is_deleted === 1 ? null : row.reported_id;
  return {
    evidence: nameAnswers(evidence, row.reporter_id).map((one) =>
      inShape(evidenceMessageSchema, { ...one, sent_at: one.created_at }),
    ),
    seal: await verifySeal(deps, sealed, { seal, keyId, reportedId }),
  };
}

/** Sends the reporter a notification and a mail with the outcome of a report that has just been resolved. */
export function answerReporter(
  deps: Deps,
  { reporter_id, outcome }: Pick<AdminReportRow, "reporter_id" | "outcome">,
): void {
  deps.defer(notify(deps, reporter_id, { kind: "report_answer" }));
  mailMember(deps, reporter_id, { template: "report_answered", outcome: outcome ?? "no_breach" });
}

/** The refusal of a decision on a report that is resolved. */
export const reportDecided = () =>
  new AppError("already_decided", { message: "This report was resolved meanwhile" });
