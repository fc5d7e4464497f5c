import { ageOrNull, toIso, toUtcDate } from "~/core/shared/age";
import { inShape } from "~/core/shared/contract/in-shape";
import { type MemberDto, memberSchema } from "~/core/shared/contract/members";
import { parseJson } from "~/core/shared/parse";
import type { MemberRow } from "~/db/accounts/member-row";

export function toMemberDto(row: MemberRow, now: number): MemberDto {
  const age = ageOrNull(row.dob, toUtcDate(now));
  const languages = parseJson(memberSchema.shape.languages, row.languages);
  const is_admin = row.is_admin === 1;
  const until = row.newcomers_away_until;
  const newcomers_away_until = until !== null && until > now ? toIso(until) : null;
  // Takes only the shape's fields, because the row may hold more than its type declares, such as the password's hash.
  return inShape(memberSchema, {
    ...row,
    user_id: row.id,
    age,
    languages,
    newcomers_away_until,
    is_admin,
  });
}
