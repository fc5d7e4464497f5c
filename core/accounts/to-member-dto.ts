import { ageOrNull, toIso, toUtcDate } from "~/core/shared/age";
import { type MemberDto, memberSchema } from "~/core/shared/contract/members";
import { parseJson } from "~/core/shared/parse";
import type { MemberRow } from "~/db/accounts/member-row";

export function toMemberDto(row: MemberRow, now: number): MemberDto {
  const until = row.newcomers_away_until;
  // Names each field, because the row can hold more than its type declares, for example the password's hash.
  return {
    id: row.id,
    user_id: row.id,
    name: row.name,
    email: row.email,
    dob: row.dob,
    age: ageOrNull(row.dob, toUtcDate(now)),
    gender: row.gender,
    preferred_match_gender: row.preferred_match_gender,
    avatar_url: row.avatar_url,
    location: row.location,
    bio: row.bio,
    languages: parseJson(memberSchema.shape.languages, row.languages),
    timezone: row.timezone,
    latitude: row.latitude,
    longitude: row.longitude,
    distance_preference: row.distance_preference,
    minimum_age_preference: row.minimum_age_preference,
    maximum_age_preference: row.maximum_age_preference,
    newcomers_away_until: until !== null && until > now ? toIso(until) : null,
    is_admin: row.is_admin === 1,
  };
}
