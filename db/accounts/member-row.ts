import { sql } from "drizzle-orm";
import type { StoredRow } from "~/db/client";
import type { members } from "~/db/schema";

export type StoredMember = StoredRow<typeof members>;

export type AddresseeRow = Pick<StoredMember, "id" | "name" | "email" | "email_verified_at">;

/** Column names in statements come from this list, never from the input. */
export const CHANGEABLE = [
  "name",
  "dob",
  "gender",
  "preferred_match_gender",
  "location",
  "bio",
  "languages",
  "timezone",
  "latitude",
  "longitude",
  "distance_preference",
  "minimum_age_preference",
  "maximum_age_preference",
  "newcomers_away_until",
] as const satisfies (keyof StoredMember)[];

const MEMBER_COLUMNS = ["id", "email", "avatar_url", "is_admin", ...CHANGEABLE] as const;

export type MemberRow = Pick<StoredMember, (typeof MEMBER_COLUMNS)[number]>;

export const memberColumns = sql.raw(MEMBER_COLUMNS.map((column) => `m.${column}`).join(", "));

export type MemberChanges = {
  [Column in (typeof CHANGEABLE)[number]]?: MemberRow[Column] | undefined;
};
