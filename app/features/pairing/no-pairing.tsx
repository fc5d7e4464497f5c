import { Link } from "@remix-run/react";
import type { FunctionComponent } from "react";
import { LinkButton } from "~/app/components/button";
import { EmptyState } from "~/app/components/empty-state";
import { ClosedDoorPicture } from "~/app/components/illustrations/closed-door";
import { TeacupPicture } from "~/app/components/illustrations/teacup";
import { TwoChairsPicture } from "~/app/components/illustrations/two-chairs";
import { FEWER_THAN_MINIMUM } from "~/core/shared/constants";
import type { WhyNoMatchDto } from "~/core/shared/contract";
import type { DrawState } from "~/core/shared/draw-state";
import { ABSENCE_WORDS, dayWords, isBarred, NONE_YET, waitWords } from "~/core/shared/draw-words";
import { NextWords, WAYS } from "./absence-words";
import type { Day } from "./home-loader.server";

interface NoPairingProps {
  day: Day;
  state: DrawState;
  now: number;
}

const PICTURES: Partial<Record<DrawState["today"]["is"], FunctionComponent>> = {
  left_out: TeacupPicture,
  ended_early: ClosedDoorPicture,
};

/** Shown for a day off, for a conversation that ended early, and if there was no run yet. */
export function NoPairing({ day, state, now }: NoPairingProps) {
  const { why, wishes, blocked } = day;
  const { today, next } = state;
  const { absence } = next;
  const isChosen = absence === "skips" || absence === "paused";
  const isOver = today.is === "left_out" || today.is === "ended_early";
  const words = absence === null ? null : ABSENCE_WORDS[absence];
  const saysAbsence = isBarred(state) || (isChosen && !isOver);
  const Picture = PICTURES[today.is] ?? (isChosen ? TeacupPicture : TwoChairsPicture);
  const way = absence === null || isChosen ? undefined : WAYS[absence];
  return (
    <EmptyState
      picture={<Picture />}
      title={saysAbsence ? words : isOver ? dayWords(state) : NONE_YET}
      className="py-2"
    >
      {today.is === "left_out" ? (
        <p>Nobody was left for you this time, so today is your day off.</p>
      ) : saysAbsence || isOver ? null : (
        <p>{dayWords(state) ?? "Daily conversations are assigned at 00:00 UTC."}</p>
      )}
      {today.is === "ended_early" && today.isOwnBlock && blocked ? (
        <p>
          You and <bdi>{blocked.name}</bdi> will not see each other’s messages, and you will not be
          paired again.{" "}
          <Link to={`/conversation/${blocked.conversationId}`} className="text-link">
            Take it back
          </Link>
        </p>
      ) : null}
      <Wait state={state} />
      {absence === null ? (
        <p className="font-serif text-accent text-lg italic">
          <NextWords {...{ state, now }} />
        </p>
      ) : saysAbsence ? null : (
        <p>{words}</p>
      )}
      {way ? <LinkButton to={way.to}>{way.label}</LinkButton> : null}
      {why?.excludedBy ? <WhyNoMatch why={why} wishes={wishes} /> : null}
    </EmptyState>
  );
}

function Wait({ state }: { state: DrawState }) {
  const words = waitWords(state);
  if (words === null) return null;
  return (
    <p>
      {words}{" "}
      {state.next.absence === null
        ? "Those who have waited longest are the first to be introduced, so you are among the first in the next one."
        : "Your wait is kept for when you are back."}
    </p>
  );
}

/** Leaves out counts below 5, because 'fewer than 5' would tell the reader nothing. */
function WhyNoMatch({ why, wishes }: { why: WhyNoMatchDto; wishes: Day["wishes"] }) {
  const { considered, excludedBy } = why;
  if (considered === null || excludedBy === null) return null;
  const reasons = [
    { label: "Outside your preferred gender", count: excludedBy.gender, isOwn: true },
    { label: "Outside your age range", count: excludedBy.age, isOwn: true },
    { label: "Too far away", count: excludedBy.distance, isOwn: true },
    { label: "Looking for somebody else", count: excludedBy.theirPreferences, isOwn: false },
  ].filter(({ count }) => count !== FEWER_THAN_MINIMUM);
  return (
    <section aria-labelledby="why" className="w-full max-w-sm text-start">
      <h3 id="why" className="text-center font-serif text-ink text-xl">
        Why no match today?
      </h3>
      {reasons.length === 0 ? (
        <p className="mt-2 text-center">
          Too few members to say more today.
          {wishes.gender || wishes.age || wishes.distance ? (
            <>
              {" "}
              <Link to={PREFERENCES} className="text-link">
                Widen your wishes
              </Link>
            </>
          ) : null}
        </p>
      ) : (
        <>
          <p className="mt-2">Of about {considered} other members in today’s run:</p>
          <dl className="mt-2 border-rule border-t">
            {reasons.map(({ label, count, isOwn }) => (
              <div
                key={label}
                className="flex items-baseline gap-4 border-rule border-b py-2 text-ink tabular-nums"
              >
                <dt className="flex-1">{label}</dt>
                {isOwn ? (
                  <dd className="order-last">
                    <Link
                      to={PREFERENCES}
                      aria-label={`Widen: ${label}`}
                      className="text-link text-sm"
                    >
                      Widen
                    </Link>
                  </dd>
                ) : null}
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

const PREFERENCES = "/profile/edit#preferences";
