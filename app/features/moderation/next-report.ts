import type { AdminReportDto } from "~/core/shared/contract";
import type { ReportChange } from "./use-report-change";

/** Changes of reports since the list was read, by report id. */
export type Changes = Record<string, ReportChange>;

/**
 * Finds the open report to continue with. It looks after the given report first, then before it, and prefers a report
 * that no admin has claimed.
 * @returns its id; null if the list has no open report
 */
export function findNextOpen(
  reports: Pick<AdminReportDto, "report_id" | "status" | "claimed_by">[],
  changes: Changes,
  reportId: string,
): string | null {
  const place = reports.findIndex(({ report_id }) => report_id === reportId);
  const open = [...reports.slice(place + 1), ...reports.slice(0, Math.max(place, 0))]
    .map((report) => ({ ...report, ...changes[report.report_id] }))
    .filter(({ report_id, status }) => status === "open" && report_id !== reportId);
  const next = open.find(({ claimed_by }) => claimed_by === null) ?? open[0];
  return next?.report_id ?? null;
}
