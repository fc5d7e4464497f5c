import { EmptyState } from "~/app/components/empty-state";
import { TeacupPicture } from "~/app/components/illustrations/teacup";
import { TwoChairsPicture } from "~/app/components/illustrations/two-chairs";
import type { WhyNoMatchDto } from "~/core/shared/contract";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { MidnightWords } from "./midnight";

interface NoPairingProps {
  isDayOff: boolean;
  /** No run will ever pair the member: then nothing is promised. */
  isTooOld: boolean;
  /** Why today's run left the member out; null when it did not, or nobody knows. */
  why: WhyNoMatchDto | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** A day without a conversation: a day off, or one before the first run (specification §2). */
export function NoPairing({ isDayOff, isTooOld, why, now }: NoPairingProps) {
  const midnight = nextMidnightUtc(now);
  if (isDayOff) {
    return (
      <EmptyState picture={<TeacupPicture />} title="You're the special one today!">
        <p>Nobody was left for you this time, so today is your day off.</p>
        {isTooOld ? null : (
          <p className="font-serif text-accent text-lg italic">
            You come first in the next matching, <MidnightWords midnight={midnight} now={now} />
          </p>
        )}
        {why?.excludedBy ? <WhyNoMatch why={why} /> : null}
      </EmptyState>
    );
  }
  return (
    <EmptyState picture={<TwoChairsPicture />} title="No conversation yet">
      <p>Daily conversations are assigned at 00:00 UTC.</p>
      {isTooOld ? null : (
        <p className="font-serif text-accent text-lg italic">
          The next ones come <MidnightWords midnight={midnight} now={now} />
        </p>
      )}
    </EmptyState>
  );
}

/** What stood between the member and a match, in numbers too coarse to find anybody by. */
function WhyNoMatch({ why }: { why: WhyNoMatchDto }) {
  const { considered, excludedBy } = why;
  if (considered === null || excludedBy === null) return null;
  const rows = [
    ["Outside your preferred gender", excludedBy.gender],
    ["Outside your age range", excludedBy.age],
    ["Too far away", excludedBy.distance],
    ["Looking for somebody else", excludedBy.theirPreferences],
  ] as const;
  return (
    <details className="w-full max-w-sm text-left">
      <summary className="mx-auto flex min-h-11 w-fit items-center font-semibold text-ink underline decoration-accent underline-offset-4">
        Why no match today?
      </summary>
      <p className="mt-2">Of the other members in today's run ({considered}):</p>
      <dl className="mt-2 border-rule border-t">
        {rows.map(([label, count]) => (
          <div
            key={label}
            className="flex justify-between gap-6 border-rule border-b py-2 text-ink tabular-nums"
          >
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
