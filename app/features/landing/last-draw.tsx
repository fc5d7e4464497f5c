import { useRegionStyle } from "~/app/components/local-time";
import { formatCalendarDate } from "~/app/lib/format-local";
import type { LastDraw } from "~/core/pairing/last-draw";

export function LastDrawFigure({ draw }: { draw: LastDraw }) {
  const style = useRegionStyle();
  return (
    <section
      aria-labelledby="last-draw"
      className="mt-20 grid items-center gap-x-12 gap-y-4 border-rule border-t border-b py-8 sm:grid-cols-[auto_minmax(0,1fr)]"
    >
      <p className="font-medium font-serif text-[clamp(4.5rem,3rem+6vw,8rem)] text-accent leading-[0.8] tracking-[-0.05em]">
        {draw.pairedPercent}
        <span className="text-[0.5em]"> %</span>
      </p>
      <div>
        <h2 id="last-draw" className="text-2xl leading-snug">
          of the members in the draw of {formatCalendarDate(draw.date, style)} were introduced to
          somebody.
        </h2>
        <p className="mt-2 max-w-measure text-ink-soft">
          {draw.isProvenMaximum
            ? "Nobody was left over who needn’t have been: every draw ends with a proof that no other one could have introduced more, given whom each of them would like to meet."
            : "Whoever was left over comes first in the next one."}
        </p>
      </div>
    </section>
  );
}
