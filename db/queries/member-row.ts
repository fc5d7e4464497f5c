import { sql } from "drizzle-orm";
import type { Gender } from "~/core/shared/constants";

/** A row of `members` as SQLite answers it, without the password's hash. */
export interface MemberRow {
  id: string;
  name: string;
  email: string;
  dob: string;
  gender: Gender | null;
  preferred_match_gender: Gender | null;
  avatar_url: string | null;
  location: string | null;
  bio: string | null;
  timezone: string | null;
  latitude: number | null;
  longitude: number | null;
  distance_preference: number | null;
  minimum_age_preference: number | null;
  maximum_age_preference: number | null;
  is_admin: number;
}

/** The columns of {@link MemberRow} of a table or alias `m`. */
export const memberColumns = sql.raw(
  [
    "id",
    "name",
    "email",
    "dob",
    "gender",
    "preferred_match_gender",
    "avatar_url",
    "location",
    "bio",
    "timezone",
    "latitude",
    "longitude",
    "distance_preference",
    "minimum_age_preference",
    "maximum_age_preference",
    "is_admin",
  ]
    .map((column) => `m.${column}`)
    .join(", "),
);
