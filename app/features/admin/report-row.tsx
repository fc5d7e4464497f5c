import { useEffect } from "react";
import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { Card } from "~/app/components/card";
import { LocalTime } from "~/app/components/local-time";
import { useToast } from "~/app/components/toast";
import { useFetcher, useLocation } from "~/app/framework";
import type { ReportReason } from "~/core/shared/constants";
import type { AdminReportDto, EvidenceMessageDto } from "~/core/shared/contract";

const REASONS: Record<ReportReason, string> = {
  harassment: "Harassment",
  spam: "Spam",
  inappropriate: "Inappropriate behavior",
  underage: "Underage",
  impersonation: "Impersonation",
  other: "Something else",
};

/** One report with its sealed evidence, to be resolved or opened again. */
export function ReportRow({ report }: { report: AdminReportDto }) {
  const isOpen = report.status === "open";
  return (
    <Card as="article" aria-label={`${report.reporter_name} about ${report.reported_name}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone={isOpen ? "accent" : "neutral"}>{isOpen ? "Open" : "Resolved"}</Badge>
            <span className="font-serif text-xl">{REASONS[report.reason]}</span>
          </p>
          <p className="mt-2 text-ink-soft text-sm">
            {report.reporter_name} about {report.reported_name},{" "}
            <LocalTime instant={report.created_at} withTime />
          </p>
          {report.details ? <p className="mt-3 whitespace-pre-line">{report.details}</p> : null}
        </div>
        <StatusForm report={report} />
      </div>
      <Evidence messages={report.evidence} />
    </Card>
  );
}

function StatusForm({ report }: { report: AdminReportDto }) {
  const fetcher = useFetcher<{ error?: string }>();
  const { search } = useLocation();
  const toast = useToast();
  const failure = fetcher.data?.error;
  useEffect(() => {
    if (failure) toast({ type: "error", message: failure });
  }, [failure, toast]);
  const isOpen = report.status === "open";
  return (
    <fetcher.Form method="post" action={`/admin${search}`}>
      <input type="hidden" name="reportId" value={report.report_id} />
      <input type="hidden" name="status" value={isOpen ? "resolved" : "open"} />
      <Button
        type="submit"
        size="sm"
        variant={isOpen ? "primary" : "secondary"}
        pending={fetcher.state !== "idle"}
      >
        {isOpen ? "Resolve" : "Reopen"}
      </Button>
    </fetcher.Form>
  );
}

function Evidence({ messages }: { messages: EvidenceMessageDto[] }) {
  if (messages.length === 0) {
    return <p className="mt-4 text-ink-muted text-sm">No messages had been written.</p>;
  }
  return (
    <details className="mt-4 border-rule border-t pt-2">
      <summary className="min-h-11 content-center font-medium text-sm">
        Evidence ({messages.length} {messages.length === 1 ? "message" : "messages"})
      </summary>
      <ol className="mt-2 flex flex-col gap-3 text-sm">
        {messages.map((message) => (
          <li key={message.message_id} className="[overflow-wrap:anywhere]">
            <p className="text-ink-muted">
              <span className="font-medium text-ink">{message.sender_name}</span>,{" "}
              <LocalTime instant={message.created_at} withTime />
            </p>
            <p className="whitespace-pre-line">{message.content}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}
