import type { AdminReportDto } from "~/core/shared/contract";
import type { ReportChange } from "./use-report-change";

/** Changes since the list was read, by report. */
export type Changes = Record<string, ReportChange>;

/**
 * The open report to go on with: the first after one in the list that no other admin has taken on, else the first before it,
 * else any that is open.
 * @returns its id; null if none of the list is open
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
