import { type SQL, sql } from "drizzle-orm";

// See docs/rules.md#own-case.

/** Condition: there is an admin besides this one. */
export const existsOtherAdmin = (adminId: string): SQL =>
  sql`exists(select 1 from members o where o.is_admin = 1 and o.id <> ${adminId})`;

/** Condition: an admin may see and decide a report, because it is about another member or there is no other admin. */
export const mayJudge = (adminId: string, reportedId: SQL = sql`k.reported_id`): SQL =>
  sql`(${reportedId} is not ${adminId} or not ${existsOtherAdmin(adminId)})`;

/** Condition: a member has reported this admin, and there is another admin who can act instead. */
export const isOwnCase = (adminId: string | null, memberId: SQL): SQL =>
  adminId === null
    ? sql`0`
    : sql`(exists(select 1 from reports q where q.reporter_id = ${memberId} and q.reported_id = ${adminId})
        and ${existsOtherAdmin(adminId)})`;
