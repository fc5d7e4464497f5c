import { ageOrNull, toUtcDate } from "~/core/shared/age";
import { type MemberDto, memberSchema } from "~/core/shared/contract/members";
import type { MemberRow } from "~/db/queries/member-row";

const FIELDS = Object.keys(memberSchema.shape) as (keyof MemberDto)[];

/** The own profile in the contract's names: the row's columns, and what is made of them. @param now milliseconds since 1970 */
export function toMemberDto(row: MemberRow, now: number): MemberDto {
  const age = ageOrNull(row.dob, toUtcDate(now));
  const profile: MemberDto = { ...row, user_id: row.id, age, is_admin: row.is_admin === 1 };
  // The row may hold more than its type says, such as the hash of the password.
  return Object.fromEntries(FIELDS.map((field) => [field, profile[field]])) as MemberDto;
}
