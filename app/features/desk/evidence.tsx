import { Badge } from "~/app/components/badge";
import { cx } from "~/app/components/cx";
import { LocalTime } from "~/app/components/local-time";
import type { AdminReportDto } from "~/core/shared/contract";

const SEALS = {
  intact: { tone: "success", word: "Seal intact", title: "The messages are as they were sealed." },
  broken: {
    tone: "accent",
    word: "Seal broken",
    title: "The messages are not what was sealed. Somebody has changed the database.",
  },
  none: {
    tone: "neutral",
    word: "No seal",
    title: "From before reports were sealed, or past its time.",
  },
} as const;

/** The sealed messages in the shape of their conversation: the reported side at the left, marked. */
export function Evidence({ report }: { report: AdminReportDto }) {
  const { evidence = [], seal = "none" } = report;
  const { tone, word, title } = SEALS[seal];
  return (
    <div>
      <p className="flex flex-wrap items-center gap-3 text-ink-muted text-sm">
        <Badge tone={tone}>{word}</Badge>
        {evidence.length === 0 ? "No messages had been written." : title}
      </p>
      <ol className="mt-4 flex flex-col gap-3">
        {evidence.map((message) => {
          const isReporter = message.sender_id === report.reporter_id;
          return (
            <li
              key={message.message_id}
              className={cx(
                "flex max-w-[min(34rem,88%)] flex-col gap-1",
                isReporter ? "items-end self-end" : "items-start self-start",
              )}
            >
              <p className="px-1 text-ink-muted text-xs tabular-nums">
                <bdi className="font-semibold text-ink">
                  {message.sender_name || "Deleted member"}
                </bdi>
                {isReporter ? "" : " (reported)"},{" "}
                <LocalTime instant={message.created_at} withTime />
              </p>
              <p
                className={cx(
                  "whitespace-pre-line rounded-lg border px-4 py-2.5 leading-relaxed [overflow-wrap:anywhere]",
                  isReporter
                    ? "border-rule bg-paper-raised"
                    : "border-accent border-l-4 bg-accent-wash",
                )}
              >
                {message.content}
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
