import { Check } from "~/app/components/icons";
import { isProfileIncomplete } from "~/app/features/shell/profile-banner";
import { LocalMidnight } from "~/app/features/shell/reader-clock";
import { Link } from "~/app/framework";
import type { MemberDto } from "~/core/shared/contract";
import { formatCountdown, nextMidnightUtc } from "~/core/shared/countdown";

interface InTheDrawProps {
  user: MemberDto;
  /** Whether a device of theirs is notified; null where nothing can notify. */
  isTold: boolean | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** For a member who has no match yet: when it will be, and what makes it a better draw. */
export function InTheDraw({ user, isTold, now }: InTheDrawProps) {
  const telling = {
    isDone: isTold === true,
    title: "Have us tell you",
    text: "A word on this device when your match is here.",
    to: "/profile/notifications",
  };
  const steps = [
    {
      isDone: !isProfileIncomplete(user),
      title: "Say where you are",
      text: "Only then can distance count, and times be yours.",
      to: "/profile/edit",
    },
    {
      isDone: Boolean(user.bio),
      title: "Write a line about yourself",
      text: "It is what your match can answer.",
      to: "/profile/edit",
    },
    ...(isTold === null ? [] : [telling]),
  ];
  return (
    <section aria-labelledby="draw" className="mt-8 max-w-measure border-accent border-l-2 pl-5">
      <h2 id="draw" className="text-2xl leading-snug">
        You’re in the draw. It is{" "}
        <span data-clock="countdown">{formatCountdown(nextMidnightUtc(now) - now)}</span>
        <LocalMidnight before=", at " after=" your time" />.
      </h2>
      <ol className="mt-4 flex flex-col gap-3">
        {steps.map(({ isDone, title, text, to }) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="mt-1 inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-rule-strong"
            >
              {isDone ? <Check className="size-3.5 text-success" /> : null}
            </span>
            <p className="text-ink-soft">
              {isDone ? (
                <span className="font-semibold text-ink">
                  {title}
                  <span className="sr-only"> (done)</span>
                </span>
              ) : (
                <Link to={to} className="text-link font-semibold">
                  {title}
                </Link>
              )}
              <span className="block text-sm">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
