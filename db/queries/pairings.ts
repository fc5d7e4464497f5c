import { type SQL, sql } from "drizzle-orm";
import { type Database, runBatch, runStatement } from "~/db/client";

/** The other member of a pairing as they are now, and as they were when paired. */
export interface PartnerRow {
  partner_id: string;
  partner_name: string;
  partner_avatar_url: string | null;
  partner_location: string | null;
  partner_latitude: number | null;
  partner_longitude: number | null;
  partner_dob: string | null;
  /** As they were when paired; see `partner-card.ts`. */
  partner_card: string | null;
}

export interface PairingRow extends PartnerRow {
  id: string;
  pairing_date: string;
  expires_at: number;
}

/** A pairing of the past. */
export interface PastRow extends PairingRow {
  /** 0 or 1. */
  blocked_by_partner: number;
}

/** The columns of {@link PartnerRow}, the partner being `m`. @param card an expression */
export const partnerColumns = (card: SQL) => sql`${livePartnerColumns}, ${card} as partner_card`;

const livePartnerColumns = sql.raw(
  `m.id as partner_id, m.name as partner_name, m.avatar_url as partner_avatar_url,
   m.location as partner_location, m.latitude as partner_latitude,
   m.longitude as partner_longitude, m.dob as partner_dob`,
);

/** Whether either of two members has blocked the other. */
export const blockedEitherWay = (one: SQL, other: SQL) =>
  sql`(exists(select 1 from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other})
    or exists(select 1 from blocks b where b.blocker_id = ${other} and b.blocked_id = ${one}))`;

/** Readers only ever see pairings of published runs (contract §4). */
const isPublished = sql.raw(
  `exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published')`,
);

/**
 * The run whose day off counts now: the newest that was published for today. One for a later date
 * (the cron can be delivered for any) ends today's pairings, so it takes the place of today's.
 */
export const runInForce = (today: string) => sql`(select r.id from pairing_runs r
  where r.date >= ${today} and r.state = 'published' order by r.started_at desc limit 1)`;

const ofMember = (memberId: string, condition: SQL) => sql`
  select p.id, p.pairing_date, p.expires_at, p.user2_id as other_id, p.user2_card as card, p.rowid as row_number
    from pairings p where p.user1_id = ${memberId} and ${condition}
  union all
  select p.id, p.pairing_date, p.expires_at, p.user1_id as other_id, p.user1_card as card, p.rowid as row_number
    from pairings p where p.user2_id = ${memberId} and ${condition}`;

/**
 * The member's open pairing (published, not ended, not expired, not blocked), and whether today's
 * newest run left the member out.
 */
export async function findCurrentPairing(
  db: Database,
  { memberId, now, today }: { memberId: string; now: number; today: string },
): Promise<{ pairing: PairingRow | undefined; dayOff: boolean }> {
  const open = sql`p.expires_at > ${now} and ${isPublished}`;
  const [pairing, dayOff] = await runBatch(db, [
    sql`select o.id, o.pairing_date, o.expires_at, ${partnerColumns(sql`o.card`)}
        from (${ofMember(memberId, open)}) o join members m on m.id = o.other_id
        where not ${blockedEitherWay(sql`${memberId}`, sql`o.other_id`)}
        order by o.expires_at desc, o.row_number desc limit 1`,
    sql`select exists(select 1 from day_offs d where d.member_id = ${memberId}
          and d.ended_early = 0 and d.run_id = ${runInForce(today)}) as day_off`,
  ]);
  return {
    pairing: pairing?.rows[0] as PairingRow | undefined,
    dayOff: dayOff?.rows[0]?.day_off === 1,
  };
}

/** Whether any open pairing exists. */
export async function existsOpenPairing(db: Database, now: number): Promise<boolean> {
  const { rows } = await runStatement<{ found: number }>(
    db,
    sql`select exists(select 1 from pairings p where p.expires_at > ${now} and ${isPublished}
        and not ${blockedEitherWay(sql`p.user1_id`, sql`p.user2_id`)}) as found`,
  );
  return rows[0]?.found === 1;
}

/** Where a page of the history begins. */
export type PastCursor =
  | { kind: "start" }
  | { kind: "olderThan"; instant: number }
  | { kind: "after"; conversationId: string };

/**
 * Past conversations of a member, newest first, `limit` at most; null when the cursor names no
 * conversation of the member's.
 */
export async function listPastPairings(
  db: Database,
  {
    memberId,
    now,
    cursor,
    limit,
  }: { memberId: string; now: number; cursor: PastCursor; limit: number },
): Promise<PastRow[] | null> {
  const side = (own: "user1" | "user2", other: "user1" | "user2") => {
    const mine = sql.raw(`p.${own}_id`);
    const theirs = sql.raw(`p.${other}_id as other_id, p.${other}_card as card`);
    return sql`select * from (select p.id, p.pairing_date, p.expires_at, ${theirs}, p.rowid as row_number
      from pairings p
      where ${mine} = ${memberId} and ${before} and p.expires_at <= ${now} and ${isPublished}
      order by p.expires_at desc, p.rowid desc limit ${limit})`;
  };
  const position = (column: string) => sql`(select c.${sql.raw(column)} from pairings c
    where c.id = ${cursor.kind === "after" ? cursor.conversationId : ""}
      and ${memberId} in (c.user1_id, c.user2_id))`;
  const before =
    cursor.kind === "start"
      ? sql`1`
      : cursor.kind === "olderThan"
        ? sql`p.expires_at < ${cursor.instant}`
        : sql`p.expires_at <= ${position("expires_at")}
            and (p.expires_at, p.rowid) < (${position("expires_at")}, ${position("rowid")})`;
  const [page, anchor] = await runBatch(db, [
    sql`select h.id, h.pairing_date, h.expires_at, ${partnerColumns(sql`h.card`)},
          exists(select 1 from blocks b where b.blocker_id = m.id and b.blocked_id = ${memberId}) as blocked_by_partner
        from (${side("user1", "user2")} union all ${side("user2", "user1")}) h
        join members m on m.id = h.other_id
        order by h.expires_at desc, h.row_number desc limit ${limit}`,
    ...(cursor.kind === "after" ? [sql`select ${position("rowid")} as found`] : []),
  ]);
  if (anchor && anchor.rows[0]?.found === null) return null;
  return (page?.rows ?? []) as unknown as PastRow[];
}
