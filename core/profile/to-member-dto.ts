import { ageOrNull, toUtcDate } from "~/core/shared/age";
import type { MemberDto } from "~/core/shared/contract";
import type { MemberRow } from "~/db/queries/member-row";

/** The own profile in the contract's names. @param now milliseconds since 1970 */
export function toMemberDto(row: MemberRow, now: number): MemberDto {
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
    timezone: row.timezone,
    latitude: row.latitude,
    longitude: row.longitude,
    distance_preference: row.distance_preference,
    minimum_age_preference: row.minimum_age_preference,
    maximum_age_preference: row.maximum_age_preference,
    is_admin: row.is_admin === 1,
  };
}
