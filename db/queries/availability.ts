import { sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { type Database, runBatch, runStatement } from "~/db/client";
import { isAway, leaveClaimedRuns } from "./participation";

/** What a member's row says of the runs they take part in. Dates are `YYYY-MM-DD`. */
export interface AvailabilityColumns {
  paused_from: string | null;
  paused_until: string | null;
  last_seen_on: string | null;
  absence_told_on: string | null;
}

/** Dates of runs, `YYYY-MM-DD`: the first that is sat out, and the first after the pause; null until further notice. */
export interface Pause {
  from: string;
  until: string | null;
}

/**
 * Stores a pause in place of an earlier one, or with null ends it. A run under way on one of its dates loses the member;
 * a conversation that is open stays.
 */
export async function updatePause(
  db: Database,
  { memberId, pause, now }: { memberId: string; pause: Pause | null; now: number },
): Promise<void> {
  const { from, until } = pause ?? { from: null, until: null };
  const stored = sql`update members set paused_from = ${from}, paused_until = ${until} where id = ${memberId}`;
  if (pause === null) {
    await runStatement(db, stored);
    return;
  }
  const isSatOut = sql`r.date >= ${from} and (${until} is null or r.date < ${until})`;
  await runBatch(db, { stored, ...leaveClaimedRuns(memberId, isSatOut, now) });
}

/**
 * Notes that a member is seen today; at most one row is written per member and day. That they were told of their
 * absence is kept for this day where runs have left them out.
 */
export async function touchMember(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
): Promise<void> {
  await runStatement(
    db,
    sql`update members set last_seen_on = ${toUtcDate(now)},
          absence_told_on = iif(${isAway("members", now)}, absence_told_on, null)
        where id = ${memberId} and last_seen_on < ${toUtcDate(now)}`,
  );
}

/**
 * Marks a conversation as opened by one of its two.
 * @param now milliseconds since 1970: nothing is marked once it is over
 */
export async function markOpened(
  db: Database,
  { conversationId, memberId, now }: { conversationId: string; memberId: string; now: number },
): Promise<void> {
  await runStatement(
    db,
    sql`update pairings set user1_opened = user1_opened or user1_id = ${memberId},
          user2_opened = user2_opened or user2_id = ${memberId}
        where id = ${conversationId} and expires_at > ${now}
          and (user1_id = ${memberId} and user1_opened = 0 or user2_id = ${memberId} and user2_opened = 0)`,
  );
}
