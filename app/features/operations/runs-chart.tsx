import { useRegionStyle } from "~/app/components/local-time";
import { formatCalendarDate } from "~/app/lib/format-local";
import type { AdminRunDto } from "~/core/shared/contract";

const WIDTH = 600;
const HEIGHT = 120;
const FLOOR = HEIGHT - 1;

/** The last runs as columns, oldest first: members in pairs below, those left out on top. */
export function RunsChart({ runs }: { runs: AdminRunDto[] }) {
  const style = useRegionStyle();
  const shown = [...runs].reverse();
  const first = shown[0];
  const last = shown.at(-1);
  if (!first || !last) return null;
  const most = Math.max(1, ...shown.map((run) => 2 * run.pairs + run.unmatched));
  const scale = (members: number) => (members / most) * (FLOOR - 4);
  const step = WIDTH / Math.max(shown.length, 12);
  const label = `The last ${shown.length} runs, from ${formatCalendarDate(first.date, style)} to ${formatCalendarDate(last.date, style)}: ${last.pairs} pairs and ${last.unmatched} left out in the latest, at most ${most} members in one.`;
  return (
    <figure className="rounded-lg border border-rule bg-paper-raised p-5">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full"
        role="img"
        aria-label={label}
      >
        <line x1="0" x2={WIDTH} y1={FLOOR} y2={FLOOR} className="stroke-rule-strong" />
        {shown.map((run, index) => {
          const paired = scale(2 * run.pairs);
          const left = scale(run.unmatched);
          const place = { x: index * step + step * 0.15, width: step * 0.7 };
          return (
            <g key={run.run_id}>
              <rect {...place} y={FLOOR - paired} height={paired} className="fill-ink" />
              <rect {...place} y={FLOOR - paired - left} height={left} className="fill-accent" />
            </g>
          );
        })}
      </svg>
      <figcaption className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-ink-muted text-sm">
        <Key className="bg-ink">in pairs</Key>
        <Key className="bg-accent">left out</Key>
        <span className="tabular-nums">full height: {most.toLocaleString("en")} members</span>
        <span className="ms-auto">
          {formatCalendarDate(first.date, style)} – {formatCalendarDate(last.date, style)}
        </span>
      </figcaption>
    </figure>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={`size-3 rounded-sm forced-color-adjust-none ${className}`} />
      {children}
    </span>
  );
}
