import { cx } from "~/app/components/cx";
import { isDrawLate } from "~/core/shared/draw-state";
import { DRAWING } from "~/core/shared/draw-words";

export const faceDownClass =
  "card-back introduction flex items-center justify-center rounded-lg border border-ink no-underline";

export function DrawBeingMade({ now }: { now: number }) {
  return (
    <section aria-labelledby="drawing" className="flex flex-col items-center gap-6 text-center">
      <div className={cx(faceDownClass, "min-h-72 w-full max-w-xs sm:min-h-80")}>
        <h2
          id="drawing"
          className="mx-6 rounded-sm bg-paper-raised px-4 py-2 font-medium font-serif text-2xl italic leading-snug"
        >
          {DRAWING}
        </h2>
      </div>
      <p role="status" className="max-w-md text-ink-soft">
        {isDrawLate(now)
          ? "It takes longer than usual tonight. Your card turns over by itself as soon as it is made."
          : "Your card turns over by itself, most nights within a minute."}
        <noscript> Without scripts, load this page again in a moment.</noscript>
      </p>
    </section>
  );
}
