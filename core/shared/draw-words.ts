import { AGE_PREFERENCE_MAX, AGE_PREFERENCE_MIN, MINIMUM_AGE_YEARS } from "./constants";
import type { Absence, DrawState } from "./draw-state";

/*
 * Every page, mail and API answer takes its sentences about the states of `draw-state.ts` from here
 * (docs/rules.md#day-off).
 */

export const ABSENCE_WORDS: Record<Absence, string> = {
  suspended: "Your account is suspended. It takes no part in the draw.",
  banned: "Your account is banned. It takes no part in the draw.",
  unconfirmed: "Confirm your e-mail to join the next draw.",
  incomplete: "Add your date of birth to join the next draw.",
  too_young: `You are in the draw from your ${MINIMUM_AGE_YEARS}th birthday on.`,
  too_old: `Matching covers the ages from ${AGE_PREFERENCE_MIN} to ${AGE_PREFERENCE_MAX}, so nobody over ${AGE_PREFERENCE_MAX} is paired. We would rather tell you than leave you waiting.`,
  skips: "You sit out the next one.",
  paused: "You are on a pause.",
};

export const DRAWING = "Tonight’s draw is being made";
export const NONE_YET = "No conversation yet";
export const DAY_OFF = "You're the special one today!";
const ENDED_EARLY = "Today’s conversation has ended early.";

export const isBarred = ({ next }: Pick<DrawState, "next">) =>
  next.absence === "suspended" || next.absence === "banned";

/** Null for a member who is paired, suspended or banned, or has no result today. */
export function dayWords(state: Pick<DrawState, "today" | "next">): string | null {
  const { today } = state;
  if (isBarred(state)) return null;
  switch (today.is) {
    case "paired":
    case "none":
      return null;
    case "drawing":
      return `${DRAWING}.`;
    case "left_out":
      return DAY_OFF;
    case "ended_early":
      return today.isOwnBlock ? "You blocked today’s match." : ENDED_EARLY;
    case "was_away":
      return "Welcome back. You had not been here for two weeks, so today’s draw left you out.";
  }
}

export function waitWords(state: Pick<DrawState, "today" | "nightsOut" | "next">): string | null {
  const { today, nightsOut } = state;
  const hadPartner = today.is === "paired" || today.is === "ended_early";
  if (nightsOut === 0 || hadPartner || today.is === "drawing" || isBarred(state)) return null;
  return nightsOut === 1
    ? "It is the first night without a partner since your last introduction."
    : `It is night ${nightsOut} without a partner since your last introduction.`;
}

export function nextWords({ today, next }: Pick<DrawState, "today" | "next">): string {
  if (next.absence !== null) return ABSENCE_WORDS[next.absence];
  const goesFirst = today.is === "left_out" || (today.is === "ended_early" && today.goesFirst);
  return goesFirst ? "You go first in the next draw." : "You’re in the draw.";
}

/** For an answer of the API; null for a paired member. */
export function standingWords(state: DrawState): string | null {
  if (state.today.is === "paired") return null;
  const day = dayWords(state) ?? `${NONE_YET}.`;
  if (state.today.is === "drawing") return day;
  return [day, waitWords(state), nextWords(state)].filter(Boolean).join(" ");
}
