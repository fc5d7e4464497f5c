import { ageOrNull, birthYearDate, toUtcDate } from "~/core/shared/age";
import type { PartnerDto } from "~/core/shared/contract";
import { locationForOthers, roundDegrees } from "~/core/shared/coordinates";
import type { PartnerRow } from "~/db/queries/pairings";
import { type PartnerCard, parsePartnerCard } from "~/db/queries/partner-card";

/** The partner of an open conversation, as they are now (contract §3). @param now milliseconds since 1970 */
export function toPartnerDto(row: PartnerRow, now: number): PartnerDto {
  const today = toUtcDate(now);
  return toDto(row.partner_id, asOn(row, today), today);
}

/**
 * An earlier partner, as they were when paired, for ever: once the conversation is over, no move and no
 * birthday of theirs shows (contract §3).
 */
export function toEarlierPartnerDto(row: PartnerRow & { pairing_date: string }): PartnerDto {
  const date = row.pairing_date;
  return toDto(row.partner_id, parsePartnerCard(row.partner_card) ?? asOn(row, date), date);
}

type Shown = Omit<PartnerCard, "gender" | "age"> & { age: number | null };

const asOn = (row: PartnerRow, date: string): Shown => ({
  name: row.partner_name,
  avatar_url: row.partner_avatar_url,
  location: row.partner_location,
  latitude: row.partner_latitude,
  longitude: row.partner_longitude,
  age: ageOrNull(row.partner_dob, date),
});

/** What a partner may know: coordinates to one decimal, the birth year only, no coordinates in words. */
function toDto(id: string, shown: Shown, date: string): PartnerDto {
  return {
    user_id: id,
    name: shown.name,
    avatar_url: shown.avatar_url,
    location: locationForOthers(shown.location),
    latitude: roundDegrees(shown.latitude),
    longitude: roundDegrees(shown.longitude),
    dob: birthYearDate(shown.age, date),
    age: shown.age,
  };
}
