import { type SQL, sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { ABSENCE_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import { isBarred } from "~/db/moderation/standing";

export interface RunMoment {
  date: string;
  startedAt: number;
  mustVerify: boolean;
}

/**
 * Condition. It is never null, so that it can be negated.
 * @param member table or alias
 */
const isPaused = (member: string, date: string): SQL => {
  const [from, until] = [sql.raw(`${member}.paused_from`), sql.raw(`${member}.paused_until`)];
  return sql`(${from} is not null and ${from} <= ${date} and (${until} is null or ${until} > ${date}))`;
};

/**
 * Condition, never null: the member's last visit is more than the given number of days ago, and so is the end of their
 * pause, if there is one. A member whose visits aren't recorded counts as seen.
 * @param now today, from which the days are counted back, because a run can be of any date
 */
export const isUnseen = (member: string, { days, now }: { days: number; now: number }): SQL =>
  sql`(${sql.raw(`${member}.last_seen_on`)} is not null
    and ${presentOn(member)} < ${toUtcDate(now - days * MS_PER_DAY)})`;

export const presentOn = (member: string): SQL =>
  sql.raw(`max(${member}.last_seen_on, coalesce(${member}.paused_until, ''))`);

/** Condition: runs leave the member out as absent. They do so from the day after the notice, at the earliest. */
export const isAway = (member: string, now: number): SQL => {
  const toldOn = sql.raw(`${member}.absence_told_on`);
  return sql`(${isUnseen(member, { days: ABSENCE_DAYS, now })} and ${toldOn} is not null
    and ${toldOn} > ${presentOn(member)} and ${toldOn} < ${toUtcDate(now)})`;
};

export const takesPart = (member: string, { date, startedAt, mustVerify }: RunMoment): SQL =>
  sql`(not ${isBarred(sql.raw(`${member}.id`), startedAt)} and not ${isPaused(member, date)}
    and not ${isAway(member, startedAt)}
    and ${mustVerify ? sql.raw(`${member}.email_verified_at is not null`) : sql`1`})`;

export const joinedAt = (member: string, { mustVerify }: Pick<RunMoment, "mustVerify">): SQL =>
  sql.raw(mustVerify ? `${member}.email_verified_at` : `${member}.created_at`);

const PAIRING_SIDES = [
  {
    own: sql.raw("p.user1_id"),
    other: sql.raw("p.user2_id"),
    card: sql.raw("p.user2_card"),
    otherOpened: sql.raw("p.user2_opened"),
    otherCounted: sql.raw("p.user2_counted"),
  },
  {
    own: sql.raw("p.user2_id"),
    other: sql.raw("p.user1_id"),
    card: sql.raw("p.user1_card"),
    otherOpened: sql.raw("p.user1_opened"),
    otherCounted: sql.raw("p.user1_counted"),
  },
];

/** Joins one query for each side of a pairing, because `user1_id = … or user2_id = …` uses no index. */
export const ofEachSide = (toQuery: (side: (typeof PAIRING_SIDES)[number]) => SQL): SQL =>
  sql.join(PAIRING_SIDES.map(toQuery), sql` union all `);

/**
 * Takes a member out of the runs under way. The member's partner in such a run gets a day off.
 * @param leave.which a condition on the run `r`
 */
export function leaveClaimedRuns(memberId: string, { which, now }: { which: SQL; now: number }) {
  const held = ({ own }: { own: SQL }) =>
    sql`from pairing_runs r cross join pairings p on p.run_id = r.id and ${own} = ${memberId}
        where r.state = 'claimed' and ${which}`;
  return {
    partnersLeft: sql`insert or ignore into day_offs (run_id, member_id)
        ${ofEachSide((side) => sql`select r.id, ${side.other} ${held(side)} and not ${isBarred(side.other, now)}`)}`,
    unpaired: sql`delete from pairings where id in (${ofEachSide((side) => sql`select p.id ${held(side)}`)})`,
    dayOffTaken: sql`delete from day_offs where member_id = ${memberId}
          and run_id in (select r.id from pairing_runs r where r.state = 'claimed' and ${which})`,
  };
}

export interface ConversationKey {
  conversationId: string;
  memberId: string;
}
