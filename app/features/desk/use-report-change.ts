import { createContext, useContext, useEffect } from "react";
import { useToast } from "~/app/components/toast";
import type { AdminReportDto } from "~/core/shared/contract";

/** What the action of a report's page answers. */
export interface ReportAnswer {
  /** The report as it is now. */
  changed?: Pick<AdminReportDto, "report_id" | "status" | "outcome">;
  message?: string;
  error?: string;
}

/** Hears of a report that was changed: the inbox keeps its row in place. */
export const ReportChangeContext = createContext<(changed: ReportAnswer["changed"]) => void>(
  () => {},
);

/** Says what came of a form, and lets the inbox know. */
export function useReportChange(fetcher: { state: string; data?: unknown } | null): void {
  const tell = useContext(ReportChangeContext);
  const toast = useToast();
  const answer = fetcher?.data as ReportAnswer | undefined;
  const isDone = fetcher?.state === "idle";
  useEffect(() => {
    if (!isDone || !answer) return;
    if (answer.changed) tell(answer.changed);
    if (answer.error) toast({ type: "error", message: answer.error });
    else if (answer.message) toast({ type: "success", message: answer.message });
  }, [isDone, answer, tell, toast]);
}
