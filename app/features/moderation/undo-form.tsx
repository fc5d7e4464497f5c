import { useFetcher } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { type ReportAnswer, useReportChange } from "./use-report-change";

export const undoKey = (reportId: string) => `undo-${reportId}`;

/**
 * Opens a report again that was just resolved. The report's page reports the outcome while it is open; otherwise the
 * row in the list does.
 */
export function UndoForm({ reportId, hears = false }: { reportId: string; hears?: boolean }) {
  const fetcher = useFetcher<ReportAnswer>({ key: undoKey(reportId) });
  useReportChange(hears ? fetcher : null);
  return (
    <fetcher.Form method="post" action={`/admin/reports/${reportId}`}>
      <input type="hidden" name="intent" value="reopen" />
      <Button type="submit" variant="secondary" size="sm" pending={fetcher.state !== "idle"}>
        Undo
      </Button>
    </fetcher.Form>
  );
}
