import { and, eq, lt, sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { ABSENCE_DAYS } from "~/core/shared/constants";
import type { AddresseeRow, StoredMember } from "~/db/accounts/member-row";
import { type Database, runBatch, runStatement, selectRows } from "~/db/client";
import {
  isAway,
  isUnseen,
  leaveClaimedRuns,
  presentOn,
  takesPart,
} from "~/db/pairing/participation";
import { members } from "~/db/schema";

export type AvailabilityColumns = Pick<
  StoredMember,
  "paused_from" | "paused_until" | "last_seen_on" | "absence_told_on"
>;

/** `from` is the first date of the pause. `until` is the first date after it; null if the pause has no end date. */
export interface Pause {
  from: string;
  until: string | null;
}

/** Stores the pause, and takes the member out of the runs under way for its dates. Null ends the pause instead. */
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
  await runBatch(db, {
    stored,
    ...leaveClaimedRuns(memberId, { which: isSatOut, now }),
  });
}

/**
 * Stores the day of a visit, and removes the date of the absence notice. If runs were leaving the member out as absent,
 * the date is removed only when the member visits on another day.
 */
export async function touchMember(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
): Promise<void> {
  const lastSeenOn = toUtcDate(now);
  const absenceToldOn = sql`iif(${isAway("members", now)}, absence_told_on, null)`;
  await db
    .update(members)
    .set({ lastSeenOn, absenceToldOn })
    .where(and(eq(members.id, memberId), lt(members.lastSeenOn, lastSeenOn)));
}

/**
 * Condition on the member `m`: tomorrow's run could leave the member out as absent, and no notice was sent since the
 * member was last present.
 */
const isUnnotified = (now: number) =>
  sql`${isUnseen("m", { days: ABSENCE_DAYS - 1, now })}
    and (m.absence_told_on is null or m.absence_told_on <= ${presentOn("m")})`;

export function listUnnotified(
  db: Database,
  page: { fromKey: number; toKey: number; now: number; limit: number; mustVerify: boolean },
) {
  const { fromKey, toKey, now, limit, mustVerify } = page;
  const statement = sql<
    AddresseeRow & { key: number }
  >`select m.id, m.email, m.name, m.email_verified_at, m.rowid as "key" from members m
        where m.rowid >= ${fromKey} and m.rowid < ${toKey} and ${isUnnotified(now)}
          and ${takesPart("m", { date: toUtcDate(now), startedAt: now, mustVerify })} order by m.rowid limit ${limit}`;
  return selectRows(db, statement);
}

export async function markNotified(
  db: Database,
  { memberIds, now }: { memberIds: string[]; now: number },
): Promise<void> {
  const statement = sql`update members as m set absence_told_on = ${toUtcDate(now)}
        where m.id in (select value from json_each(${JSON.stringify(memberIds)})) and ${isUnnotified(now)}`;
  await runStatement(db, statement);
}

export async function markOpened(
  db: Database,
  { conversationId, memberId, now }: { conversationId: string; memberId: string; now: number },
): Promise<void> {
  const statement = sql`update pairings set user1_opened = user1_opened or user1_id = ${memberId},
          user2_opened = user2_opened or user2_id = ${memberId}
        where id = ${conversationId} and expires_at > ${now}
          and (user1_id = ${memberId} and user1_opened = 0 or user2_id = ${memberId} and user2_opened = 0)`;
  await runStatement(db, statement);
}
