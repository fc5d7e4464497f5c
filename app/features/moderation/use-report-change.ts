import { createContext, useContext, useEffect } from "react";
import { type ActionData, useActionToast } from "~/app/lib/action-data";
import type { AdminReportDto } from "~/core/shared/contract";

/** The answer of the action of a report's page. */
export interface ReportAnswer extends ActionData {
  /** The report as it is now. */
  changed?: Pick<AdminReportDto, "report_id"> & ReportChange;
}

/** Fields of a report that the desk changes. */
export type ReportChange = Pick<
  AdminReportDto,
  "status" | "outcome" | "claimed_by" | "claimed_name"
>;

/** Finds the open report after the given one; null if none is left. */
export const NextReportContext = createContext<(reportId: string) => string | null>(() => null);

/** Called with a changed report. The inbox uses it to keep the report's row in place. */
export const ReportChangeContext = createContext<(changed: ReportAnswer["changed"]) => void>(
  () => {},
);

type Fetcher = { state: string; data?: ReportAnswer | undefined };

/** Shows a form's result as a notification, and passes the change on to the inbox. */
export function useReportChange(fetcher: Fetcher | null): void {
  const notify = useContext(ReportChangeContext);
  const answer = fetcher?.state === "idle" ? fetcher.data : undefined;
  useActionToast(answer);
  useEffect(() => {
    if (answer?.changed) notify(answer.changed);
  }, [answer, notify]);
}
