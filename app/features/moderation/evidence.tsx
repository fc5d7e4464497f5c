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
  key_leaked: {
    tone: "accent",
    word: "Seal in doubt",
    title: "The messages fit the seal, but its key has leaked: somebody else may have made it.",
  },
  key_missing: {
    tone: "accent",
    word: "Seal not checked",
    title: "The key that made this seal is not configured.",
  },
  none: {
    tone: "neutral",
    word: "No seal",
    title: "From before reports were sealed, or past its time.",
  },
} as const;

/** The sealed messages as a conversation, with the reported side on the left. The message that the report names is marked. */
export function Evidence({ report }: { report: AdminReportDto }) {
  const { evidence = [], seal = "none" } = report;
  const named = evidence.find(({ reported }) => reported);
  const { tone, word, title } = SEALS[seal];
  return (
    <div>
      <p className="flex flex-wrap items-center gap-3 text-ink-muted text-sm">
        <Badge tone={tone}>{word}</Badge>
        {evidence.length === 0 ? "No messages had been written." : title}
        {named ? (
          <a href={`#${named.message_id}`} className="text-link">
            To the reported message
          </a>
        ) : null}
      </p>
      <ol className="mt-4 flex flex-col gap-3">
        {evidence.map((message) => {
          const isReporter = message.sender_id === report.reporter_id;
          return (
            <li
              key={message.message_id}
              id={message.message_id}
              className={cx(
                "flex max-w-[min(34rem,88%)] scroll-mt-24 flex-col gap-1",
                isReporter ? "items-end self-end" : "items-start self-start",
              )}
            >
              <p className="px-1 text-ink-muted text-xs tabular-nums">
                <bdi className="font-semibold text-ink">
                  {message.sender_name || "Deleted member"}
                </bdi>
                {isReporter ? " (reporter)" : ""},{" "}
                <LocalTime instant={message.created_at} withTime />
              </p>
              {message.reported ? <Badge tone="accent">Reported message</Badge> : null}
              {message.question ? (
                <p className="px-1 text-ink-soft text-sm italic">{message.question}</p>
              ) : null}
              <p
                className={cx(
                  "whitespace-pre-line rounded-lg border px-4 py-2.5 leading-relaxed [overflow-wrap:anywhere]",
                  message.reported
                    ? "border-accent bg-accent-wash outline-2 outline-accent"
                    : isReporter
                      ? "border-rule bg-paper-sunken"
                      : "border-rule-strong bg-paper-raised",
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
