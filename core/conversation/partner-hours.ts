import { AWAKE } from "@happenstance/matching";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import type { PartnerDto } from "~/core/shared/contract";
import {
  clockMinute,
  type MemberClock,
  offsetOfTimezone,
  zoneOffsetMinutes,
} from "~/core/shared/timezones";

interface Span {
  from: number;
  until: number;
}

/**
 * What a member may know of the partner's clock: whole hours, which reveal no more than the coarse place. Both fields
 * are empty if the viewer doesn't know the partner's place, because each would reveal the timezone.
 */
export interface PartnerHours {
  /** The remaining times in which both are awake; empty if a clock is unknown. */
  together: Span[];
  /** In hours. */
  aheadOfUtc: number | null;
}

/** @param partnerClock must not reach the viewer */
export function toPartnerHours(
  viewerClock: MemberClock,
  partner: Pick<PartnerDto, "location" | "latitude">,
  partnerClock: MemberClock,
  { now, expiresAt }: { now: number; expiresAt: number },
): PartnerHours {
  const isPlaceKnown = partner.location !== null || partner.latitude !== null;
  const theirs = isPlaceKnown ? offsetAtHome(partnerClock, now) : null;
  if (theirs === null) return { together: [], aheadOfUtc: null };
  const aheadOfUtc = Math.round((theirs * MS_PER_MINUTE) / MS_PER_HOUR);
  const isOwnKnown = viewerClock.zone !== null || offsetOfTimezone(viewerClock.timezone) !== null;
  const isBothAwake = (at: number) =>
    isAwake(clockMinute(viewerClock, at)) && isAwake(minuteAt(at, aheadOfUtc));
  return { together: isOwnKnown ? findSpans(isBothAwake, now, expiresAt) : [], aheadOfUtc };
}

/**
 * Minutes ahead of UTC at a member's home, by the rules of the browser's zone. If this zone never has the profile's
 * offset, the member is travelling. The partner must not notice this, so the profile's offset is used.
 */
function offsetAtHome({ timezone, zone }: MemberClock, now: number): number | null {
  const home = offsetOfTimezone(timezone);
  if (home === null || zone === null) return home;
  const year = new Date(now).getUTCFullYear();
  const kept = [0, 6].map((month) => zoneOffsetMinutes(zone, Date.UTC(year, month, 1)));
  return kept.includes(home) ? zoneOffsetMinutes(zone, now) : home;
}

const isAwake = (minute: number) => minute >= AWAKE.from * 60 && minute < AWAKE.until * 60;

function minuteAt(instant: number, aheadOfUtc: number): number {
  const local = instant + aheadOfUtc * MS_PER_HOUR;
  return Math.floor((((local % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY) / MS_PER_MINUTE);
}

/** Offsets are multiples of 15 minutes, so waking hours begin and end at a step. */
const STEP_MS = 15 * MS_PER_MINUTE;

function findSpans(holds: (at: number) => boolean, now: number, end: number): Span[] {
  const spans: Span[] = [];
  for (let at = Math.floor(now / STEP_MS) * STEP_MS; at < end; at += STEP_MS) {
    if (!holds(at)) continue;
    const last = spans.at(-1);
    if (last?.until === at) last.until = at + STEP_MS;
    else spans.push({ from: at, until: at + STEP_MS });
  }
  return spans;
}
