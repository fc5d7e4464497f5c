import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { StoredMember } from "~/db/accounts/member-row";
import {
  type Database,
  type Results,
  runBatch,
  runStatement,
  selectRow,
  selectRows,
} from "~/db/client";
import { isRevealed } from "~/db/conversation/sealed-addresses";
import { dayOffs, pairingRuns, unblockedPairings } from "~/db/schema";
import { type ConversationKey, ofEachSide } from "./participation";

const PARTNER_COLUMNS = [
  "id",
  "name",
  "dob",
  "avatar_url",
  "location",
  "latitude",
  "longitude",
] as const;
type PartnerColumn = (typeof PARTNER_COLUMNS)[number];

export type PartnerRow = { [Column in PartnerColumn as `partner_${Column}`]: StoredMember[Column] };

export const partnerColumns = sql.raw(
  PARTNER_COLUMNS.map((column) => `m.${column} as partner_${column}`).join(", "),
);

export const partnerOf = (row: PartnerRow) =>
  Object.fromEntries(PARTNER_COLUMNS.map((column) => [column, row[`partner_${column}`]])) as Pick<
    StoredMember,
    PartnerColumn
  >;

export interface PairingRow {
  id: string;
  pairing_date: string;
  expires_at: number;
  partner_id: string;
}

interface OpenPairingRow extends PairingRow, PartnerRow {
  partner_card: string | null;
  partner_opened: number;
}

export interface PastRow extends PairingRow {
  partner_card: string | null;
  blocked_by_partner: number;
  /** Null until the messages are counted (see {@link listUncounted}). */
  message_count: number | null;
  /**
   * 1 if the messages are still to be counted. Always 0 if neither member opened the conversation before its end,
   * because then there are no messages.
   */
  is_uncounted: number;
  first_line: string | null;
  is_reported: number;
  is_starred: number;
  has_addresses: number;
}

/** Selects the newest published run of a date. Only its days off count (docs/rules.md#day-off). */
const runInForce = (today: string) => sql`(select r.id from pairing_runs r
  where r.date = ${today} and r.state = 'published' order by r.started_at desc limit 1)`;

/** At most 60 nights are counted, as for a wait. */
const MAX_NIGHTS_OUT = 60;

/**
 * Includes runs that don't lengthen the wait. Otherwise the number would tell whether the member has compatible
 * members.
 */
function countNightsOut(memberId: string): SQL {
  const order = sql`r.date || printf('%015d', r.started_at)`;
  const newest = ofEachSide(
    ({ own }) => sql`select * from (select p.run_id from published_pairings p
      where ${own} = ${memberId} order by p.expires_at desc limit 1)`,
  );
  return sql`(select count(distinct r.date) from (select d.run_id from day_offs d
        where d.member_id = ${memberId} and d.ended_early = 0 order by d.rowid desc limit ${MAX_NIGHTS_OUT}) t
      join pairing_runs r on r.id = t.run_id and r.state = 'published'
      where ${order} > coalesce((select max(${order}) from (${newest}
          union all select d.run_id from day_offs d where d.member_id = ${memberId} and d.ended_early = 1) t
        join pairing_runs r on r.id = t.run_id), ''))`;
}

export async function existsDayOff(db: Database, memberId: string): Promise<boolean> {
  const ofMember = and(eq(dayOffs.memberId, memberId), eq(dayOffs.endedEarly, false));
  const found = await db
    .select({ runId: dayOffs.runId })
    .from(dayOffs)
    .innerJoin(pairingRuns, eq(pairingRuns.id, dayOffs.runId))
    .where(and(ofMember, eq(pairingRuns.state, "published")))
    .limit(1);
  return found.length > 0;
}

interface Asked {
  memberId: string;
  now: number;
  today: string;
}

function selectCurrentPairing({ memberId, now, today }: Asked) {
  const open = ofEachSide(
    ({ own, other, card, otherOpened }) => sql`
      select p.id, p.pairing_date, p.expires_at, ${other} as other_id, ${card} as card,
        ${otherOpened} as partner_opened, p.row_number
      from unblocked_pairings p where ${own} = ${memberId} and p.expires_at > ${now}`,
  );
  return {
    pairing: sql<OpenPairingRow>`select o.id, o.pairing_date, o.expires_at, ${partnerColumns},
          o.card as partner_card, o.partner_opened
        from (${open}) o join members m on m.id = o.other_id
        order by o.expires_at desc, o.row_number desc limit 1`,
    dayOff: sql<{ day_off: number; nights_out: number }>`select exists(select 1 from day_offs d
          where d.member_id = ${memberId} and d.ended_early = 0 and d.run_id = ${runInForce(today)}) as day_off,
          ${countNightsOut(memberId)} as nights_out`,
  };
}

interface CurrentPairing {
  pairing: OpenPairingRow | undefined;
  dayOff: boolean;
  nightsOut: number;
}

const toCurrentPairing = ({
  pairing,
  dayOff,
}: Results<ReturnType<typeof selectCurrentPairing>>): CurrentPairing => ({
  pairing: pairing.rows[0],
  dayOff: dayOff.rows[0]?.day_off === 1,
  nightsOut: dayOff.rows[0]?.nights_out ?? 0,
});

export const findCurrentPairing = async (db: Database, ask: Asked): Promise<CurrentPairing> =>
  toCurrentPairing(await runBatch(db, selectCurrentPairing(ask)));

export async function findPairingAndDay(
  db: Database,
  ask: Asked,
): Promise<CurrentPairing & { day: DayRow }> {
  const found = await runBatch(db, { ...selectCurrentPairing(ask), day: selectDay(ask) });
  return { ...toCurrentPairing(found), day: found.day.rows[0] as DayRow };
}

/** Finds the open conversation (docs/rules.md#open). */
export function findOpen(db: Database, { memberId, now }: { memberId: string; now: number }) {
  const open = ofEachSide(
    ({ own, otherOpened }) => sql`
      select p.id, ${otherOpened} as partner_opened, p.expires_at, p.row_number
      from unblocked_pairings p where ${own} = ${memberId} and p.expires_at > ${now}`,
  );
  return selectRow(
    db,
    sql<{ id: string; partner_opened: number }>`select o.id, o.partner_opened from (${open}) o
      order by o.expires_at desc, o.row_number desc limit 1`,
  );
}

interface DayRow {
  is_drawn: number;
  /** 1 if a published run of today paired the member, even if the partner has left. */
  was_paired: number;
  was_blocked_by_self: number;
  /** 1 if the member lost the partner from the run in force, and so goes first in the next run. */
  goes_first: number;
}

function selectDay({ memberId, today }: Omit<Asked, "now">) {
  // The comparison of `expires_at` makes SQLite use the index on member and end.
  const ofToday = (isWanted: (side: { other: SQL }) => SQL) =>
    ofEachSide(
      ({ own, other }) => sql`select 1 from published_pairings p where ${own} = ${memberId}
        and p.expires_at >= ${Date.parse(today)} and p.pairing_date = ${today} and ${isWanted({ other })}`,
    );
  return sql<DayRow>`select ${runInForce(today)} is not null as is_drawn,
        exists(${ofToday(() => sql`1`)}) or exists(select 1 from day_offs d where d.member_id = ${memberId} and d.ended_early = 1
          and d.run_id in (select r.id from pairing_runs r where r.date = ${today} and r.state = 'published')) as was_paired,
        exists(${ofToday(({ other }) => sql`exists(select 1 from blocks b where b.blocker_id = ${memberId} and b.blocked_id = ${other})`)}) as was_blocked_by_self,
        exists(select 1 from day_offs d where d.member_id = ${memberId} and d.ended_early = 1 and d.counted is not 0
          and d.run_id = ${runInForce(today)}) as goes_first`;
}

export const findDay = async (db: Database, ask: Omit<Asked, "now">): Promise<DayRow> =>
  (await selectRow(db, selectDay(ask))) as DayRow;

/** Finds the pairing that would be open if the member had not blocked the partner. */
export function findBlockedPairing(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
) {
  const open = ofEachSide(
    ({ own, other, card }) => sql`
      select p.id, p.expires_at, ${other} as other_id, ${card} as card, p.row_number
      from published_pairings p where ${own} = ${memberId} and p.expires_at > ${now}`,
  );
  const statement = sql<{
    conversationId: string;
    name: string;
  }>`select o.id as conversationId, coalesce(json_extract(o.card, '$.name'), '') as name
        from (${open}) o
        join blocks b on b.blocker_id = ${memberId} and b.blocked_id = o.other_id
        order by o.expires_at desc, o.row_number desc limit 1`;
  return selectRow(db, statement);
}

export async function findEarlierEnd(
  db: Database,
  { memberId, partnerId, before }: { memberId: string; partnerId: string; before: number },
): Promise<number | null> {
  const ends = ofEachSide(
    ({ own, other }) => sql`select p.expires_at as ended from published_pairings p
      where ${own} = ${memberId} and ${other} = ${partnerId} and p.expires_at < ${before}`,
  );
  const statement = sql<{ ended: number | null }>`select max(ended) as ended from (${ends})`;
  return (await selectRow(db, statement))?.ended ?? null;
}

export async function existsOpenPairing(db: Database, now: number): Promise<boolean> {
  const found = await db
    .select({ id: unblockedPairings.id })
    .from(unblockedPairings)
    .where(gt(unblockedPairings.expiresAt, now))
    .limit(1);
  return found.length > 0;
}

export const countOpenPairings = (db: Database, now: number): Promise<number> =>
  db.$count(unblockedPairings, gt(unblockedPairings.expiresAt, now));

export type PastCursor =
  | { kind: "start" }
  | { kind: "olderThan"; instant: number }
  | { kind: "after"; conversationId: string };

/** Condition on the pairing `p`: its message count or its first line isn't stored yet. */
const isUncounted = sql.raw(
  "(p.message_count is null or (p.message_count > 0 and p.first_line is null))",
);

export async function listPastPairings(
  db: Database,
  {
    memberId,
    now,
    cursor,
    limit,
  }: { memberId: string; now: number; cursor: PastCursor; limit: number },
) {
  const position = (column: string) => sql`(select c.${sql.raw(column)} from pairings c
    where c.id = ${cursor.kind === "after" ? cursor.conversationId : ""}
      and ${memberId} in (c.user1_id, c.user2_id))`;
  const before =
    cursor.kind === "start"
      ? sql`1`
      : cursor.kind === "olderThan"
        ? sql`p.expires_at < ${cursor.instant}`
        : sql`p.expires_at <= ${position("expires_at")}
            and (p.expires_at, p.row_number) < (${position("expires_at")}, ${position("rowid")})`;
  const past = ofEachSide(
    ({ own, other, card }) => sql`
      select * from (select p.id, p.pairing_date, p.expires_at, ${other} as other_id, ${card} as card, p.row_number, p.message_count,
          (p.user1_opened or p.user2_opened) as was_opened
        from published_pairings p
        where ${own} = ${memberId} and ${before} and p.expires_at <= ${now}
        order by p.expires_at desc, p.row_number desc limit ${limit})`,
  );
  const { page, anchor } = await runBatch(db, {
    page: sql<PastRow>`select h.id, h.pairing_date, h.expires_at, h.other_id as partner_id, h.card as partner_card,
          h.message_count, h.was_opened and ${isUncounted} as is_uncounted, p.first_line,
          exists(select 1 from reports r
            where r.reporter_id = ${memberId} and r.conversation_id = h.id) as is_reported,
          iif(p.user1_id = ${memberId}, p.user1_starred, p.user2_starred) as is_starred,
          ${isRevealed(now)} as has_addresses,
          exists(select 1 from blocks b where b.blocker_id = h.other_id and b.blocked_id = ${memberId}) as blocked_by_partner
        from (${past}) h cross join pairings p on p.id = h.id
        order by h.expires_at desc, h.row_number desc limit ${limit}`,
    anchor:
      cursor.kind === "after"
        ? sql<{ found: number | null }>`select ${position("expires_at")} as found`
        : undefined,
  });
  return {
    rows: page.rows,
    isKnown: cursor.kind !== "after" || (anchor?.rows[0]?.found ?? null) !== null,
  };
}

/**
 * Selects those of the member's conversations among `ids` that are over and not blocked, and whose messages aren't
 * counted yet.
 */
export async function listUncounted(
  db: Database,
  { memberId, ids, endedBy }: { memberId: string; ids: string[]; endedBy: number },
): Promise<string[]> {
  const statement = sql<{ id: string }>`select p.id from json_each(${JSON.stringify(ids)}) j
        cross join unblocked_pairings u on u.id = j.value cross join pairings p on p.id = u.id
        where ${memberId} in (p.user1_id, p.user2_id) and p.expires_at <= ${endedBy} and ${isUncounted}`;
  const rows = await selectRows(db, statement);
  return rows.map(({ id }) => id);
}

export async function storeMessageCounts(
  db: Database,
  counts: { id: string; messages: number; firstLine: string | null }[],
): Promise<void> {
  const statement = sql`update pairings set message_count = j.value ->> '$.messages', first_line = j.value ->> '$.firstLine'
        from json_each(${JSON.stringify(counts)}) j where pairings.id = j.value ->> '$.id'`;
  await runStatement(db, statement);
}

export async function updateStar(
  db: Database,
  { memberId, conversationId, isStarred }: ConversationKey & { isStarred: boolean },
): Promise<boolean> {
  const star = (side: 1 | 2) => {
    const [own, starred] = [sql.raw(`user${side}_id`), sql.raw(`user${side}_starred`)];
    return sql`${starred} = iif(${own} = ${memberId}, ${isStarred ? 1 : 0}, ${starred})`;
  };
  const statement = sql`update pairings set ${star(1)}, ${star(2)}
        where id = ${conversationId} and ${memberId} in (user1_id, user2_id)
          and exists(select 1 from pairing_runs r where r.id = pairings.run_id and r.state = 'published')`;
  return (await runStatement(db, statement)).changes > 0;
}
