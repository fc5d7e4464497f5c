import { useHydrated } from "~/app/components/use-hydrated";
import { nextMidnightUtc } from "~/core/shared/countdown";

/**
 * When midnight UTC is on the reader's own clock: ', which is 1:00 AM where you are'. Nothing until
 * scripts know that clock, and nothing where it is midnight there too.
 */
export function LocalMidnight({ before = ", which is ", after = " where you are" }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const midnight = new Date(nextMidnightUtc(Date.now()));
  if (midnight.getTimezoneOffset() === 0) return null;
  const time = midnight.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  return (
    <>
      {before}
      <span className="whitespace-nowrap font-semibold text-ink">{time}</span>
      {after}
    </>
  );
}
