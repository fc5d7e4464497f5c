import { ageOrNull, coarsenDateOfBirth, toUtcDate } from "~/core/shared/age";
import type { PartnerDto } from "~/core/shared/contract";
import { locationForOthers, roundForPartner } from "~/core/shared/coordinates";
import type { PartnerRow } from "~/db/queries/pairings";

/** What a partner may know: coordinates to one decimal, the birth year only, no coordinates in words (contract §3). */
export function toPartnerDto(row: PartnerRow, now: number): PartnerDto {
  const today = toUtcDate(now);
  return {
    user_id: row.partner_id,
    name: row.partner_name,
    avatar_url: row.partner_avatar_url,
    location: locationForOthers(row.partner_location),
    latitude: roundForPartner(row.partner_latitude),
    longitude: roundForPartner(row.partner_longitude),
    dob: coarsenDateOfBirth(row.partner_dob, today),
    age: ageOrNull(row.partner_dob, today),
  };
}
