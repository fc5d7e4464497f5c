import type { ReactNode } from "react";
import { Link } from "~/app/framework";
import { AGE_PREFERENCE_MAX, AGE_PREFERENCE_MIN, MINIMUM_AGE_YEARS } from "~/core/shared/constants";
import type { Absence } from "~/core/shared/draw-state";

/** Absences that the member did not choose: a pause has its own words and buttons. */
export type Obstacle = Exclude<Absence, "skips" | "paused">;

const WORDS: Record<Obstacle, ReactNode> = {
  suspended: (
    <>
      Your account takes no part in the draw. <Way to="/account/standing">Read why</Way>
    </>
  ),
  unconfirmed: (
    <>
      <Way to="/profile/email">Confirm your e-mail</Way> to join the next draw.
    </>
  ),
  incomplete: (
    <>
      <Way to="/profile/edit">Add your date of birth</Way> to join the next draw.
    </>
  ),
  too_young: `You are in the draw from your ${MINIMUM_AGE_YEARS}th birthday on.`,
  too_old: `Matching covers the ages from ${AGE_PREFERENCE_MIN} to ${AGE_PREFERENCE_MAX}, so nobody over ${AGE_PREFERENCE_MAX} is paired. We would rather tell you than leave you waiting.`,
};

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-link inline-flex min-h-11 items-center">
      {children}
    </Link>
  );
}

/** Why the next draw leaves a member out, and what to do about it. */
export const AbsenceWords = ({ absence }: { absence: Obstacle }) => WORDS[absence];

/** The absence, unless the member chose it or there is none. */
export const toObstacle = (absence: Absence | null): Obstacle | null =>
  absence === null || absence === "skips" || absence === "paused" ? null : absence;
