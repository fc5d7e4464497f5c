import { getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import { type MemberDto, memberSchema } from "~/core/shared/contract/members";
import { members } from "~/db/schema";
import type { StoredRow } from "./stored-row";

export type StoredMember = StoredRow<typeof members>;

/** What a mail needs. It uses the name only if the address is verified. */
export type AddresseeRow = Pick<StoredMember, "id" | "name" | "email" | "email_verified_at">;

/** Columns that are also fields of the member's own profile, as SQLite returns them: a boolean is 0 or 1. */
export type MemberRow = Pick<StoredMember, keyof StoredMember & keyof MemberDto>;

/** The columns of `members` that are also fields of a shape. */
export function columnsIn<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  type Column = keyof Shape & keyof StoredMember;
  return Object.values(getTableColumns(members))
    .map(({ name }): string => name)
    .filter((name): name is Column => Object.hasOwn(shape, name));
}

const MEMBER_COLUMNS = columnsIn(memberSchema);

/** Of a table or alias `m`. */
export const memberColumns = sql.raw(MEMBER_COLUMNS.map((column) => `m.${column}`).join(", "));

const FIXED = ["id", "email", "avatar_url", "is_admin"] as const;
type Changeable = Exclude<keyof MemberRow, (typeof FIXED)[number]>;

/** The columns that a profile edit may change. Column names come from this list, never from the input. */
export const CHANGEABLE = MEMBER_COLUMNS.filter(
  (column): column is Changeable => !FIXED.some((fixed) => fixed === column),
);

/** An undefined column stays as it is. */
export type MemberChanges = { [Column in Changeable]?: MemberRow[Column] | undefined };
