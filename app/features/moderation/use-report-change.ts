import { createContext, useContext, useEffect } from "react";
import { type FormAnswer, useForm } from "~/app/lib/form";
import type { AdminReportDto } from "~/core/shared/contract";

/** The answer of the action of a report's page. */
export interface ReportAnswer extends FormAnswer {
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

interface ReportFormOptions {
  intent: string;
  offline: string;
  notifies?: boolean;
  /** False if another part of the page hears of the change, and shows it. */
  hears?: boolean;
}

/** The state of a form that changes a report. It passes the change on to the inbox. */
export function useReportForm(fetcher: Fetcher, { hears = true, ...options }: ReportFormOptions) {
  const notify = useContext(ReportChangeContext);
  const form = useForm({ ...options, ...(hears && { fetcher }) });
  const changed = hears && fetcher.state === "idle" ? fetcher.data?.changed : undefined;
  useEffect(() => {
    if (changed) notify(changed);
  }, [changed, notify]);
  return form;
}
