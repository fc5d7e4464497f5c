import { createContext, useContext, useEffect } from "react";
import { type ActionData, useActionToast } from "~/app/lib/action-data";
import type { AdminReportDto } from "~/core/shared/contract";

/** Answer of the action of a report's page. */
export interface ReportAnswer extends ActionData {
  /** The report as it is now. */
  changed?: Pick<AdminReportDto, "report_id"> & ReportChange;
}

/** Fields of a report that the desk changes. */
export type ReportChange = Pick<
  AdminReportDto,
  "status" | "outcome" | "claimed_by" | "claimed_name"
>;

/** The open report that follows one in the list; null if none is left. */
export const NextReportContext = createContext<(reportId: string) => string | null>(() => null);

/** Hears of a report that was changed: the inbox keeps its row in place. */
export const ReportChangeContext = createContext<(changed: ReportAnswer["changed"]) => void>(
  () => {},
);

type Fetcher = { state: string; data?: ReportAnswer | undefined };

/** Shows a notification with a form's result, and reports the change to the inbox. */
export function useReportChange(fetcher: Fetcher | null): void {
  const notify = useContext(ReportChangeContext);
  const answer = fetcher?.state === "idle" ? fetcher.data : undefined;
  useActionToast(answer);
  useEffect(() => {
    if (answer?.changed) notify(answer.changed);
  }, [answer, notify]);
}
