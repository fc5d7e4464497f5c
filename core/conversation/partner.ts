import { ageOrNull, birthYearDate, toUtcDate } from "~/core/shared/age";
import type { PartnerDto } from "~/core/shared/contract";
import { locationForOthers, roundDegrees } from "~/core/shared/coordinates";
import { type PartnerRow, type PastRow, partnerOf } from "~/db/pairing/pairings";
import { type PartnerCard, parsePartnerCard } from "~/db/pairing/partner-card";

/** The partner of an open conversation as they are now, except for the languages (docs/rules.md#partner). */
export function toPartnerDto(
  row: PartnerRow & Pick<PastRow, "partner_card">,
  now: number,
): PartnerDto {
  const today = toUtcDate(now);
  const partner = partnerOf(row);
  const age = ageOrNull(partner.dob, today);
  const { shared_languages } = parsePartnerCard(row.partner_card) ?? NO_CARD;
  return toDto(partner.id, { ...partner, age, shared_languages }, today);
}

/** Shown if the stored card is missing or lacks a field. Runs always write complete cards. */
const NO_CARD: Shown = {
  name: "",
  avatar_url: null,
  location: null,
  latitude: null,
  longitude: null,
  age: null,
  shared_languages: [],
};

/** The partner as they were when paired, because the viewer must not see later moves or birthdays. */
export function toEarlierPartnerDto(
  row: Pick<PastRow, "partner_id" | "partner_card" | "pairing_date">,
): PartnerDto {
  const card = parsePartnerCard(row.partner_card) ?? NO_CARD;
  return toDto(row.partner_id, card, row.pairing_date);
}

type Shown = Pick<PartnerCard, keyof PartnerCard & keyof PartnerDto>;

/**
 * The fields that a partner may see: coordinates rounded to one decimal, only the year of birth, and a `location` from
 * which typed coordinates are removed.
 */
const toDto = (id: string, shown: Shown, date: string): PartnerDto => ({
  user_id: id,
  name: shown.name,
  avatar_url: shown.avatar_url,
  location: locationForOthers(shown.location),
  latitude: roundDegrees(shown.latitude),
  longitude: roundDegrees(shown.longitude),
  age: shown.age,
  dob: birthYearDate(shown.age, date),
  shared_languages: shown.shared_languages,
});
