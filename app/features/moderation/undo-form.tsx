import { useFetcher } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { DECIDE_FAILED } from "./decision";
import { type ReportAnswer, useReportForm } from "./use-report-change";

export const REOPEN = { intent: "reopen", offline: DECIDE_FAILED } as const;
export const undoKey = (reportId: string) => `undo-${reportId}`;

/**
 * Opens a report again that was just resolved. The report's page hears of it while it is open; otherwise the row in the
 * list does.
 */
export function UndoForm({ reportId, hears = false }: { reportId: string; hears?: boolean }) {
  const fetcher = useFetcher<ReportAnswer>({ key: undoKey(reportId) });
  useReportForm(fetcher, { ...REOPEN, notifies: true, hears });
  return (
    <fetcher.Form method="post" action={`/admin/reports/${reportId}`}>
      <input type="hidden" name="intent" value={REOPEN.intent} />
      <Button type="submit" variant="secondary" size="sm" pending={fetcher.state !== "idle"}>
        Undo
      </Button>
    </fetcher.Form>
  );
}
