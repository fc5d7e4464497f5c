import { CountdownRing } from "~/app/components/countdown-ring";
import { nextIntroductionsLabel } from "~/app/lib/format-local";
import { formatCountdown, nextMidnightUtc, remainingFraction } from "~/core/shared/countdown";
import { LocalMidnight } from "./reader-clock";

/**
 * `app/static-pages/reader-clock.ts` updates the time in the browser.
 * @param props.now the server's clock, in milliseconds since 1970
 */
export function NextIntroduction({ now }: { now: number }) {
  const midnight = nextMidnightUtc(now);
  const words = formatCountdown(midnight - now);
  return (
    <div data-clock="next" className="flex items-center gap-5">
      <CountdownRing
        fraction={remainingFraction(midnight, now)}
        label={nextIntroductionsLabel(words)}
      />
      <p className="text-ink-soft text-sm leading-relaxed">
        <span className="block font-medium font-serif text-ink text-xl">
          Next <span data-clock="countdown">{words}</span>
        </span>
        At midnight UTC
        <LocalMidnight before=", " after=" your time" />
      </p>
    </div>
  );
}
