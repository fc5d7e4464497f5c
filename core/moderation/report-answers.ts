import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { notify } from "~/core/notices/notify";
import { mailMember } from "~/core/notices/send-mail";
import { isoOrNull, toIso } from "~/core/shared/age";
import type { AdminReportDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import type { AdminReportRow } from "~/db/moderation/admin-reports";
import { parseEvidence } from "./evidence";

/**
 * A report as an admin sees it, with its evidence if that was read. The only admin sees even a report about themselves,
 * without the fields that name the reporter (docs/rules.md#own-case).
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
