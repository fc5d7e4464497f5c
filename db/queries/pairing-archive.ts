import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { parseJson } from "~/core/shared/parse";
import { type Database, runBatch, runStatement, selectRows } from "~/db/client";
import { type ArchivedPairing, addressesSchema, selectArchived } from "./archived-pairing";
import { isRevealed } from "./sealed-addresses";

/** A stamp of the parts of a past pairing that a call may still change: its sealed addresses, and whose favourite it is. */
const stampOf = (id: SQL): SQL => sql`(select count(*) || ':' || coalesce(max(a.updated_at), 0)
  || ':' || count(a.address) from sealed_addresses a where a.conversation_id = ${id})
  || (select ':' || s.user1_starred || s.user2_starred from pairings s where s.id = ${id})`;

const isBetweenBlocked =
  sql.raw(`(exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
  or exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id))`);

export interface ArchivableRow {
  row: number;
  stamp: string;
  pairing: ArchivedPairing;
}

/**
 * Lists pairings of published runs that ended before an instant, oldest first, after a place. Leaves out a pairing if one of
 * the two has blocked the other, because lists of blocks show the name from the newest pairing. Leaves out accounts made
 * after that instant, because their history is never read; an account is older than its pairings anyway.
 */
export async function listArchivable(
  db: Database,
  { before, after, limit, now }: { before: number; after: Place; limit: number; now: number },
): Promise<ArchivableRow[]> {
  const statement = sql<
    Omit<ArchivedPairing, "addresses"> & { row: number; stamp: string; addresses: string }
  >`select p.rowid as row, ${stampOf(sql`p.id`)} as stamp, p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date,
          p.expires_at, p.user1_card, p.user2_card, p.sealed_shut_at, p.user1_opened, p.user2_opened, p.message_count,
          p.first_line, p.user1_starred, p.user2_starred,
          (select json_group_array(json_object('member_id', a.member_id, 'address', a.address,
            'updated_at', a.updated_at)) from sealed_addresses a where a.conversation_id = p.id) as addresses,
          ${isRevealed(now)} as is_revealed
        from pairings p join members x on x.id = p.user1_id join members y on y.id = p.user2_id
        where p.expires_at < ${before} and (p.expires_at, p.rowid) > (${after.expiresAt}, ${after.row})
          and p.expires_at >= ${after.expiresAt}
          and exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published')
          and not ${isBetweenBlocked}
          and x.created_at < ${before} and y.created_at < ${before}
        order by p.expires_at, p.rowid limit ${limit}`;
  const rows = await selectRows(db, statement);
  return rows.map(({ row, stamp, addresses, ...pairing }) => ({
    row,
    stamp,
    pairing: { ...pairing, addresses: parseJson(addressesSchema, addresses) },
  }));
}

/** The place after which {@link listArchivable} continues. */
const placeSchema = z.object({ expiresAt: z.int(), row: z.int() });
export type Place = z.infer<typeof placeSchema>;

/**
 * Deletes pairings that their members' histories have, with the rows that refer to them, and returns the deleted ids. Keeps
 * a pairing that has changed since it was read, or if one of the two has blocked the other.
 */
export async function deleteArchived(
  db: Database,
  read: readonly { id: string; stamp: string }[],
): Promise<string[]> {
  const list = JSON.stringify(read.map(({ id, stamp }) => [id, stamp]));
  const statement = sql<{ id: string }>`delete from pairings as p where p.id
        in (select e.value ->> 0 from json_each(${list}) e
          where ${stampOf(sql`e.value ->> 0`)} = e.value ->> 1)
        and not ${isBetweenBlocked} returning id`;
  const rows = await selectRows(db, statement);
  return rows.map(({ id }) => id);
}

/** Restores an archived pairing for calls that change it; it is archived again later. */
export async function restorePairing(db: Database, archived: ArchivedPairing): Promise<void> {
  const { names, pairing, addresses } = selectArchived(archived);
  await runBatch(db, {
    pairing: sql`insert or ignore into pairings (${names}) ${pairing}`,
    addresses: sql`insert or ignore into sealed_addresses (conversation_id, member_id, address, updated_at) ${addresses}`,
  });
}

interface KnownPartner {
  id: string;
  /** 0 or 1. */
  blocked_by_partner: number;
}

/** Finds the given members who still have an account, and whether each has blocked the viewer. */
export async function listKnownPartners(
  db: Database,
  { memberId, partnerIds }: { memberId: string; partnerIds: string[] },
): Promise<Map<string, KnownPartner>> {
  const statement = sql<KnownPartner>`select m.id, exists(select 1 from blocks b
        where b.blocker_id = m.id and b.blocked_id = ${memberId}) as blocked_by_partner
        from json_each(${JSON.stringify(partnerIds)}) e join members m on m.id = e.value`;
  const rows = await selectRows(db, statement);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Claims the lease of the archiving. Only one archiving may run at a time, because a second one would treat the pairings
 * that the first has moved as deleted.
 * @param lease.until end of the lease if it is not released, milliseconds since 1970, like `now`
 * @returns false while another invocation has the lease
 */
export async function claimArchive(
  db: Database,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const statement = sql`insert into settings (name, value, updated_at) values ('archive_lease', ${String(until)}, ${now})
        on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
        where cast(settings.value as integer) <= ${now}`;
  return (await runStatement(db, statement)).changes === 1;
}

/** Releases the lease of {@link claimArchive}, unless another invocation has it by now. */
export async function releaseArchive(db: Database, { until }: { until: number }): Promise<void> {
  const statement = sql`delete from settings where name = 'archive_lease' and value = ${String(until)}`;
  await runStatement(db, statement);
}

/** Reads the place after which the archiving continues. */
export async function readArchivePlace(db: Database): Promise<Place> {
  const statement = sql<{ value: string }>`select value from settings where name = 'archive_place'`;
  const rows = await selectRows(db, statement);
  return rows[0] ? parseJson(placeSchema, rows[0].value) : { expiresAt: 0, row: 0 };
}

export async function writeArchivePlace(db: Database, place: Place, now: number): Promise<void> {
  const statement = sql`insert into settings (name, value, updated_at)
        values ('archive_place', ${JSON.stringify(place)}, ${now})
        on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`;
  await runStatement(db, statement);
}
