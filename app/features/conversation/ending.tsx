import { useEffect, useState } from "react";
import { late } from "~/app/components/late";
import type { OutboxOwner } from "~/app/messaging/storage";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { lastMidnightUtc } from "~/core/shared/countdown";
import type { AfterDayProps } from "./after-day";
import { UnsentWords } from "./unsent-words";

const LAST_MS = 10 * MS_PER_MINUTE;

/** @param props.fraction the remaining share of the day, 0 to 1 @param props.remaining milliseconds */
export function DayLine({ fraction, remaining }: { fraction: number; remaining: number }) {
  const isLast = remaining > 0 && remaining <= LAST_MS;
  return (
    <div className="relative">
      <svg
        aria-hidden
        viewBox="0 0 1000 1"
        preserveAspectRatio="none"
        className="block h-px w-full bg-rule"
      >
        <rect
          width={(1000 * fraction).toFixed(1)}
          height="1"
          className={isLast ? "fill-accent" : "fill-ink-muted"}
        />
      </svg>
      {isLast ? <LastMinutes remaining={remaining} /> : null}
    </div>
  );
}

function LastMinutes({ remaining }: { remaining: number }) {
  const left = useTimeLeft(remaining);
  // Loaded before midnight, because at midnight the pages of all members need the server.
  useEffect(() => void loadAfterDay().catch(() => {}), []);
  // Rounded down, like the countdown in the header.
  const minutes = Math.floor(left / MS_PER_MINUTE);
  const words =
    left > MS_PER_MINUTE
      ? `The last ${minutes > 1 ? `${minutes} minutes` : "minute"} of your day together`
      : `Midnight in ${Math.max(0, Math.ceil(left / MS_PER_SECOND))} s`;
  return (
    <p
      role="timer"
      aria-live="off"
      className="bg-paper py-1 text-center font-serif text-accent text-sm italic tabular-nums [@media(max-height:34rem)]:hidden"
    >
      {words}
    </p>
  );
}

/** @param remaining milliseconds that are left at this render */
function useTimeLeft(remaining: number): number {
  const [left, setLeft] = useState(remaining);
  useEffect(() => {
    const endsAt = Date.now() + remaining;
    const tick = () => setLeft(endsAt - Date.now());
    tick();
    const timer = setInterval(tick, MS_PER_SECOND);
    return () => clearInterval(timer);
  }, [remaining]);
  return left;
}

const loadAfterDay = () => import("./after-day");
const AfterDay = late("after-day", async () => (await loadAfterDay()).AfterDay);

export function Ended({ owner, ...after }: AfterDayProps & { owner: OutboxOwner }) {
  const { isJustOver, endedAt, now } = after;
  return (
    <div
      className={`mx-auto flex max-h-[65dvh] w-full max-w-3xl flex-col overflow-y-auto px-4 sm:px-6 ${isJustOver ? "animate-rise" : ""}`}
    >
      <p className="py-2 text-center text-ink-soft">
        This conversation has ended. It can still be read.
      </p>
      <UnsentWords owner={owner} isListed />
      {isJustOver || endedAt > lastMidnightUtc(now) ? <AfterDay {...after} /> : null}
    </div>
  );
}
