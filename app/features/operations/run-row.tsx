import { Badge } from "~/app/components/badge";
import { Card } from "~/app/components/card";
import { LocalTime, useRegionStyle } from "~/app/components/local-time";
import { formatCalendarDate } from "~/app/lib/format-local";
import type { AdminRunDto } from "~/core/shared/contract";

const STATES = {
  published: { tone: "success", words: "Published" },
  claimed: { tone: "warning", words: "Running" },
  failed: { tone: "accent", words: "Failed" },
} as const;

function formatDuration(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function RunRow({ run }: { run: AdminRunDto }) {
  const date = formatCalendarDate(run.date, useRegionStyle());
  const { tone, words } = STATES[run.state];
  const figures: [string, string | number][] = [
    ["Members", run.members],
    ["Pairs", run.pairs],
    ["Left out", run.unmatched],
    ["Repeats", run.repeats],
    ["Duration", formatDuration(run.duration_ms)],
  ];
  return (
    <Card
      as="article"
      aria-label={`Run of ${date}`}
      className="flex flex-col gap-4 px-5 py-4 sm:px-6 sm:py-4 lg:flex-row lg:items-center"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:w-72">
        <span className="font-serif text-lg">{date}</span>
        <Badge tone={tone}>{words}</Badge>
        <span className="basis-full text-ink-muted text-sm">
          {run.trigger === "cron" ? (
            "Midnight run"
          ) : (
            <>
              Started by an admin, <LocalTime instant={run.started_at} withTime />
            </>
          )}
        </span>
      </div>
      <dl className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-x-4 gap-y-3">
        {figures.map(([term, figure]) => (
          <div key={term}>
            <dt className="text-ink-muted text-sm">{term}</dt>
            <dd className="tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
