import { CountdownRing } from "~/app/components/countdown-ring";
import { useNow } from "~/app/lib/use-now";
import { formatCountdown, nextMidnightUtc, remainingFraction } from "~/core/shared/countdown";
import { LocalMidnight } from "./midnight";

/**
 * The ring that runs down to the next midnight UTC.
 * @param props.now the server's clock, milliseconds since 1970: what is shown until ours takes over
 */
export function NextIntroduction({ now: serverNow }: { now: number }) {
  const now = useNow(serverNow, nextMidnightUtc(serverNow));
  const midnight = nextMidnightUtc(now);
  const words = formatCountdown(midnight - now);
  return (
    <div className="flex items-center gap-5">
      <CountdownRing
        className="size-24"
        fraction={remainingFraction(midnight, now)}
        label={`The next introductions are ${words}`}
      />
      <p className="text-ink-soft text-sm leading-relaxed">
        <span className="block font-medium font-serif text-ink text-xl">Next {words}</span>
        At midnight UTC
        <LocalMidnight before=", " after=" your time" />
      </p>
    </div>
  );
}
