import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

export const addressesSchema = z.array(
  z.object({ member_id: z.string(), address: z.string().nullable(), updated_at: z.int() }),
);

/** A pairing that has left the database, with all columns that restore it and that its two members may read. */
export const archivedPairingSchema = z.object({
  id: z.string(),
  run_id: z.string(),
  user1_id: z.string(),
  user2_id: z.string(),
  pairing_date: z.string(),
  /** Milliseconds since 1970. */
  expires_at: z.int(),
  user1_card: z.string().nullable(),
  user2_card: z.string().nullable(),
  sealed_shut_at: z.int().nullable(),
  user1_opened: z.int(),
  user2_opened: z.int(),
  message_count: z.int().nullable(),
  // A pairing that left the database before these columns existed has none of them.
  first_line: z.string().nullable().default(null),
  user1_starred: z.int().default(0),
  user2_starred: z.int().default(0),
  /** The sealed addresses that the two members left. */
  addresses: addressesSchema,
  /** 0 or 1: whether they were revealed, which is final once the conversation is over. */
  is_revealed: z.int(),
});
export type ArchivedPairing = z.infer<typeof archivedPairingSchema>;

/** Selects a pairing of the history as a row of `pairings` (by its columns' names), and its addresses; no rows if an account is deleted. */
export function selectArchived({ addresses, is_revealed: _, ...row }: ArchivedPairing) {
  const columns = Object.entries(row).map(([name, value]) => sql`${value} as ${sql.raw(name)}`);
  return {
    names: sql.raw(Object.keys(row).join(", ")),
    pairing: sql`select ${sql.join(columns, sql`, `)}
      where exists(select 1 from members where id = ${row.user1_id})
        and exists(select 1 from members where id = ${row.user2_id})
        and exists(select 1 from pairing_runs where id = ${row.run_id})`,
    addresses: sql`select ${row.id} as conversation_id, e.value ->> 'member_id' as member_id,
        e.value ->> 'address' as address, e.value ->> 'updated_at' as updated_at
      from json_each(${JSON.stringify(addresses)}) e where exists(select 1 from pairings where id = ${row.id})`,
  };
}

/**
 * The beginning of a statement that reads a pairing of the history as if the database had it. The names of the tables stand
 * for that pairing only. Empty if there is no pairing.
 */
export function readArchived(archived: ArchivedPairing | null): SQL {
  if (!archived) return sql.empty();
  const { names, pairing, addresses } = selectArchived(archived);
  return sql`with pairings as (select ${names}, 0 as rowid from (${pairing})),
    published_pairings as (select p.*, 0 as row_number from pairings p), sealed_addresses as (${addresses}) `;
}
