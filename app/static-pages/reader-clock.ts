import { type Hand, handTransform } from "~/app/components/illustrations/clock-hands";
import { ringGeometry } from "~/app/components/ring-geometry";
import { clockLead, watchMinutes } from "~/app/lib/browser-clock";
import { formatClock, formatLongDate, nextIntroductionsLabel } from "~/app/lib/format-local";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import { formatCountdown, nextMidnightUtc, remainingFraction } from "~/core/shared/countdown";
import type { RegionStyle } from "~/core/shared/region-style";

const findAll = (name: string) => document.querySelectorAll<HTMLElement>(`[data-clock=${name}]`);

/** Shows times in the reader's zone, which the server doesn't know. */
export function runReaderClock(style: RegionStyle): void {
  const [day] = findAll("day");
  // A member's day ends by the server's clock.
  const lead = day ? clockLead(Number(day.dataset.now)) : 0;
  // Any midnight will do, because `watchMinutes` only needs to know at which second a minute ends.
  watchMinutes(nextMidnightUtc(Date.now()) + lead, (browserNow) => {
    const now = browserNow - lead;
    const midnight = nextMidnightUtc(now);
    for (const date of findAll("date")) date.textContent = formatLongDate(now, "local", style);
    for (const place of findAll("midnight")) sayLocalMidnight(place, midnight, style);
    const words = formatCountdown(midnight - now);
    for (const countdown of findAll("countdown")) countdown.textContent = words;
    for (const element of findAll("next")) turnRing(element, words, midnight, now);
    if (day) turnPage(day, now);
    for (const moon of findAll("moon")) turnHands(moon, now);
  });
}

/** @param now milliseconds since 1970, by the server's clock */
function turnPage(day: HTMLElement, now: number): void {
  for (const part of day.querySelectorAll<HTMLElement>("[data-until], [data-from]")) {
    const { until, from } = part.dataset;
    part.hidden = from === undefined ? now >= Number(until) : now < Number(from);
  }
}

function sayLocalMidnight(place: HTMLElement, midnight: number, style: RegionStyle): void {
  if (new Date(midnight).getTimezoneOffset() === 0) return;
  const { before = "", after = "" } = place.dataset;
  const time = document.createElement("span");
  time.className = "whitespace-nowrap font-semibold text-ink";
  time.textContent = formatClock(midnight, "local", style);
  place.replaceChildren(before, time, after);
}

function turnRing(element: HTMLElement, words: string, midnight: number, now: number): void {
  element.querySelector("svg[role=img]")?.setAttribute("aria-label", nextIntroductionsLabel(words));
  const { dasharray, dashoffset, transform } = ringGeometry(remainingFraction(midnight, now));
  const arc = element.querySelector("[data-ring=arc]");
  arc?.setAttribute("stroke-dasharray", dasharray);
  arc?.setAttribute("stroke-dashoffset", dashoffset);
  element.querySelector("[data-ring=hand]")?.setAttribute("transform", transform);
}

function turnHands(moon: HTMLElement, now: number): void {
  const time = now - new Date(now).getTimezoneOffset() * MS_PER_MINUTE;
  for (const hand of moon.querySelectorAll<SVGElement>("[data-hand]")) {
    hand.setAttribute("transform", handTransform(hand.dataset.hand as Hand, time));
  }
}
