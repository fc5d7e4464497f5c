import { Link } from "@remix-run/react";
import { Badge } from "~/app/components/badge";
import { cx } from "~/app/components/cx";
import { LocalTime } from "~/app/components/local-time";
import type {
  AdminReportDto,
  EvidenceAddressDto,
  EvidenceMessageDto,
} from "~/core/shared/contract";

const messagesOf = ({ evidence = [] }: AdminReportDto) =>
  evidence.filter((one): one is EvidenceMessageDto => !("kind" in one));

export const reportedWords = (report: AdminReportDto): string | undefined =>
  messagesOf(report).find(({ reported, sender_id }) => reported && sender_id === report.reported_id)
    ?.content;

export function Evidence({ report }: { report: AdminReportDto }) {
  const messages = messagesOf(report);
  const line = report.evidence?.find((one): one is EvidenceAddressDto => "kind" in one);
  const named = messages.find(({ reported }) => reported);
  const placeOf = (messageId: string) => `${report.report_id}-${messageId}`;
  const isOneSided = messages.every(({ sender_id }) => sender_id !== report.reported_id);
  return (
    <div>
      <p className="flex flex-wrap items-center gap-3 text-ink-muted text-sm">
        {report.evidence_pending ? (
          "The messages will follow."
        ) : messages.length === 0 ? (
          "No messages had been written."
        ) : isOneSided && !line ? (
          <strong className="text-ink">
            <bdi>{report.reported_name}</bdi> wrote nothing in it.{" "}
            {report.reporter_id === null ? null : (
              <Link to={`/admin/members/${report.reporter_id}#decision`} className="text-link">
                Decide about the reporter
              </Link>
            )}
          </strong>
        ) : null}
        {named ? (
          <a href={`#${placeOf(named.message_id)}`} className="text-link">
            To the reported message
          </a>
        ) : null}
      </p>
      <ol className="mt-4 flex flex-col gap-3">
        {messages.map((message) => {
          const isReporter = message.sender_id === report.reporter_id;
          return (
            <li
              key={message.message_id}
              id={placeOf(message.message_id)}
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
      {line ? (
        <div className="mt-6">
          <p className="text-ink-muted text-sm">
            The sealed line that <bdi>{report.reported_name}</bdi> left,{" "}
            <LocalTime instant={line.created_at} withTime />
            {line.withdrawn_at ? ", taken away since" : ""}
          </p>
          <p className="mt-2 [overflow-wrap:anywhere]">{line.content}</p>
        </div>
      ) : null}
    </div>
  );
}
