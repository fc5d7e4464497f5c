import { Button } from "~/app/components/button";
import { useFetcher } from "~/app/framework";
import { type ReportAnswer, useReportChange } from "./use-report-change";

/** Opens a report again that was resolved a moment ago. */
export function UndoForm({ reportId }: { reportId: string }) {
  const fetcher = useFetcher<ReportAnswer>({ key: `undo-${reportId}` });
  useReportChange(fetcher);
  return (
    <fetcher.Form method="post" action={`/admin/reports/${reportId}`}>
      <input type="hidden" name="intent" value="reopen" />
      <Button type="submit" variant="secondary" size="sm" pending={fetcher.state !== "idle"}>
        Undo
      </Button>
    </fetcher.Form>
  );
}
