import { Link } from "@remix-run/react";
import type { Absence, DrawState } from "~/core/shared/draw-state";
import { ABSENCE_WORDS, nextWords } from "~/core/shared/draw-words";
import { MidnightWords } from "./midnight";

/** The two absences that a member chooses have their own buttons. */
type Obstacle = Exclude<Absence, "skips" | "paused">;

/** The page on which a member can end an absence, or read its reason. */
export const WAYS: Partial<Record<Absence, { to: string; label: string }>> = {
  suspended: { to: "/account/standing", label: "Read why" },
  banned: { to: "/account/standing", label: "Read why" },
  unconfirmed: { to: "/profile/email", label: "Confirm your e-mail" },
  incomplete: { to: "/profile/edit", label: "Add your date of birth" },
  skips: { to: "/conversations", label: "Come back" },
  paused: { to: "/conversations", label: "Come back" },
};

export function AbsenceWords({ absence }: { absence: Absence }) {
  const words = ABSENCE_WORDS[absence];
  const way = WAYS[absence];
  if (!way) return <>{words}</>;
  const isPart = words.startsWith(way.label);
  return (
    <>
      {isPart ? null : `${words} `}
      <Link to={way.to} className="text-link inline-flex min-h-11 items-center">
        {way.label}
      </Link>
      {isPart ? words.slice(way.label.length) : null}
    </>
  );
}

export const toObstacle = (absence: Absence | null): Obstacle | null =>
  absence === null || absence === "skips" || absence === "paused" ? null : absence;

export const NotHereYet = ({ name }: { name: string }) => (
  <p className="mt-1 text-ink-muted text-sm">
    <bdi>{name}</bdi> hasn’t been here today yet.
  </p>
);

export function NextWords({ state, now }: { state: DrawState; now: number }) {
  const { absence, at } = state.next;
  if (absence !== null) return <AbsenceWords absence={absence} />;
  return (
    <>
      {nextWords(state)} It is <MidnightWords midnight={at} now={now} />.
    </>
  );
}
