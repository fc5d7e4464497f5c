import type { ReactNode } from "react";
import { Check } from "~/app/components/icons";
import { AbsenceWords, toObstacle } from "~/app/features/pairing/absence-words";
import { isProfileIncomplete } from "~/app/features/shell/profile-banner";
import { LocalMidnight } from "~/app/features/shell/reader-clock";
import { Link } from "~/app/framework";
import type { MemberDto } from "~/core/shared/contract";
import { formatCountdown } from "~/core/shared/countdown";
import type { DrawState } from "~/core/shared/draw-state";

interface InTheDrawProps {
  user: MemberDto;
  state: DrawState;
  /** Whether a device of theirs is notified; null where nothing can notify. */
  isTold: boolean | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** For a member without a conversation: whether the next draw has them and when it is, and what makes it a better one. */
export function InTheDraw({ user, state, isTold, now }: InTheDrawProps) {
  const { absence } = state.next;
  // What the member chose, or can't change, needs no steps.
  const hasSteps = absence === null || absence === "unconfirmed" || absence === "incomplete";
  return (
    <section aria-labelledby="draw" className="mt-8 max-w-measure border-accent border-s-2 ps-5">
      <h2 id="draw" className="text-2xl leading-snug">
        <DayWords state={state} now={now} />
      </h2>
      {hasSteps ? <Steps {...{ user, isTold }} isUnconfirmed={absence === "unconfirmed"} /> : null}
    </section>
  );
}

function DayWords({ state: { today, next }, now }: Pick<InTheDrawProps, "state" | "now">) {
  if (today.is === "drawing") {
    return (
      <>
        Tonight’s draw is being made.{" "}
        <Link to="/conversations" className="text-link">
          See your card turn over
        </Link>
      </>
    );
  }
  return (
    <>
      {today.is === "ended_early" ? "Today’s conversation has ended early. " : null}
      {today.is === "left_out" ? "Nobody was left for you today. " : null}
      <NextWords absence={next.absence}>
        {(today.is === "ended_early" && today.goesFirst) || today.is === "left_out"
          ? "You go first in the next draw. "
          : "You’re in the draw. "}
        It is <span data-clock="countdown">{formatCountdown(next.at - now)}</span>
        <LocalMidnight before=", at " after=" your time" />.
      </NextWords>
    </>
  );
}

/** @param props.children the words for a member who takes part */
function NextWords({
  absence,
  children,
}: {
  absence: DrawState["next"]["absence"];
  children: ReactNode;
}) {
  const obstacle = toObstacle(absence);
  if (obstacle) return <AbsenceWords absence={obstacle} />;
  if (absence === null) return children;
  return (
    <>
      {absence === "skips" ? "You sit out the next one." : "You are on a pause."}{" "}
      <Link to="/conversations" className="text-link">
        {absence === "skips" ? "Take part after all" : "Come back"}
      </Link>
    </>
  );
}

function Steps({
  user,
  isTold,
  isUnconfirmed,
}: Pick<InTheDrawProps, "user" | "isTold"> & { isUnconfirmed: boolean }) {
  const confirming = {
    isDone: false,
    title: "Confirm your e-mail",
    text: "The link is in your inbox. Midnight leaves you out until you use it.",
    to: "/profile/email",
  };
  const telling = {
    isDone: isTold === true,
    title: "Have us tell you",
    text: "A word on this device when your match is here.",
    to: "/profile/notifications",
  };
  const steps = [
    ...(isUnconfirmed ? [confirming] : []),
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
  );
}
