import { type SQL, sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY } from "~/core/shared/constants";

// See docs/rules.md#own-case.

export interface Judge {
  adminId: string;
  now: number;
}

const ADMIN_AWAY_DAYS = 14;
const PAIRED_DAYS = 30;

/**
 * Condition: another admin was active recently.
 * @param which a further condition on that admin, `o`
 */
export const existsOtherAdmin = ({ adminId, now }: Judge, which = sql`1`): SQL =>
  sql`exists(select 1 from members o where o.is_admin = 1 and o.id <> ${adminId}
    and coalesce(o.last_seen_on, ${toUtcDate(now)}) >= ${toUtcDate(now - ADMIN_AWAY_DAYS * MS_PER_DAY)} and ${which})`;

/** Condition: the report `k` is not about the admin, or no other admin was active recently. */
export const mayJudge = (judge: Judge): SQL =>
  sql`(k.reported_id is not ${judge.adminId} or not ${existsOtherAdmin(judge)})`;

const wasPaired = (admin: SQL, member: SQL, now: number) => {
  const since = toUtcDate(now - PAIRED_DAYS * MS_PER_DAY);
  const side = (one: SQL, other: SQL) =>
    sql`exists(select 1 from published_pairings p
      where p.user1_id = ${one} and p.user2_id = ${other} and p.pairing_date >= ${since})`;
  return sql`(${side(admin, member)} or ${side(member, admin)})`;
};

const hasReported = (one: SQL, other: SQL) =>
  sql`exists(select 1 from reports q where q.reporter_id = ${one} and q.reported_id = ${other})`;

/** Condition: one of the two has reported the other, or they were paired lately. */
export const hasPart = (admin: SQL, member: SQL, now: number): SQL =>
  sql`(${hasReported(member, admin)} or ${hasReported(admin, member)} or ${wasPaired(admin, member, now)})`;

/**
 * Condition: the admin has a part in the member's case, and there is another active admin without a part, who must
 * decide instead.
 */
export const isOwnCase = ({ adminId, now }: Judge | { adminId: null; now: number }, member: SQL) =>
  adminId === null
    ? sql`0`
    : sql`(${hasPart(sql`${adminId}`, member, now)}
        and ${existsOtherAdmin({ adminId, now }, sql`not ${hasPart(sql`o.id`, member, now)}`)})`;

/**
 * Condition on a report `k`: the admin has reported the accused member or was lately paired with them, and there is
 * another active admin without such a tie, who must decide instead.
 */
export const isOwnAccusation = ({ adminId, now }: Judge): SQL => {
  const accuses = (admin: SQL) =>
    sql`(${wasPaired(admin, sql`k.reported_id`, now)} or exists(select 1 from reports q
      where q.reporter_id = ${admin} and (q.reported_id = k.reported_id or q.reported_digest = k.reported_digest)))`;
  const isFree = sql`o.id is not k.reported_id and not ${accuses(sql`o.id`)}`;
  return sql`(${accuses(sql`${adminId}`)} and ${existsOtherAdmin({ adminId, now }, isFree)})`;
};
