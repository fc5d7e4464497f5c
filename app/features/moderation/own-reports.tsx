import { Badge } from "~/app/components/badge";
import { ErrorBox } from "~/app/components/empty-state";
import { LocalTime } from "~/app/components/local-time";
import type { OrError } from "~/app/lib/refusal.server";
import type { OwnReportDto } from "~/core/shared/contract";
import { REASON_WORDS } from "./action-words";

const OUTCOMES = {
  received: { tone: "neutral", word: "Received", sentence: "We will read it." },
  acted: {
    tone: "success",
    word: "Acted on",
    sentence: "We found a breach of our terms and acted.",
  },
  no_breach: {
    tone: "neutral",
    word: "No breach found",
    sentence: "We found no breach of our terms. You can still block anyone.",
  },
} as const;

export function OwnReports({ list }: { list: OrError<OwnReportDto[]> }) {
  if ("error" in list) return <ErrorBox message={list.error} />;
  return (
    <ul className="flex flex-col">
      {list.map((report) => {
        const { tone, word, sentence } = OUTCOMES[report.outcome];
        return (
          <li
            key={report.report_id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-rule border-b py-3 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium [overflow-wrap:anywhere]">
                <bdi>{report.name ?? "A member who has left"}</bdi>
              </p>
              <p className="text-ink-muted text-sm">
                {REASON_WORDS[report.reason]}, <LocalTime instant={report.created_at} />. {sentence}
              </p>
            </div>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
    </ul>
  );
}
