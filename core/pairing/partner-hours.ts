import { encodeOffset, overlapHours } from "~/core/matching";
import { MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import type { MemberDto, PartnerDto } from "~/core/shared/contract";
import { offsetOfTimezone } from "~/core/shared/timezones";

/**
 * What a member may know of their partner's clock: whole hours alone, which tell no more than the coarse place does. Both
 * are null where the viewer doesn't know the place: either would tell the timezone.
 */
export interface PartnerHours {
  /** Hours of a day in which both are awake, by the rule of the matching; null where a timezone is unknown. */
  together: number | null;
  /** By how many hours the partner's clock is ahead of UTC; null where it is unknown. */
  aheadOfUtc: number | null;
}

/** @param timezone the partner's, which goes no further than this */
export function toPartnerHours(
  viewer: Pick<MemberDto, "timezone">,
  partner: Pick<PartnerDto, "location" | "latitude">,
  timezone: string | null,
): PartnerHours {
  const isPlaceKnown = partner.location !== null || partner.latitude !== null;
  const theirs = isPlaceKnown ? offsetOfTimezone(timezone) : null;
  if (theirs === null) return { together: null, aheadOfUtc: null };
  const own = offsetOfTimezone(viewer.timezone);
  return {
    together:
      own === null ? null : Math.round(overlapHours(encodeOffset(own), encodeOffset(theirs))),
    aheadOfUtc: Math.round((theirs * MS_PER_MINUTE) / MS_PER_HOUR),
  };
}
