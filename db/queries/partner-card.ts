import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { GENDERS } from "~/core/shared/constants";
import type { Given } from "~/db/client";

const cardSchema = z.object({
  name: z.string(),
  avatar_url: z.string().nullable(),
  gender: z.enum(GENDERS).nullable().catch(null),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  age: z.int(),
});

/** A member as they were when paired: all that an earlier partner goes on seeing (contract §3). `age` in whole years on the pairing date. */
export type PartnerCard = z.infer<typeof cardSchema>;

/** The card of a pairing; null for a pairing from before there were cards, and for a card that can't be read. */
export function parsePartnerCard(json: string | null | undefined): PartnerCard | null {
  if (!json) return null;
  const card = cardSchema.safeParse(JSON.parse(json));
  return card.success ? card.data : null;
}

/**
 * SQL that makes the card of a member.
 * @param member table or alias
 * @param date an expression of the pairing date, `YYYY-MM-DD`
 */
export function partnerCardOf(member: string, date: string): string {
  const age = `substr(${date}, 1, 4) - substr(${member}.dob, 1, 4) - (substr(${date}, 6) < substr(${member}.dob, 6))`;
  const columns = ["name", "avatar_url", "gender", "location", "latitude", "longitude"];
  const pairs = columns.map((column) => `'${column}', ${member}.${column}`);
  return `json_object(${pairs.join(", ")}, 'age', ${age})`;
}

/** The card of the other one of the pairing `p`. */
export const partnerCardFor = (memberId: Given<string>): SQL =>
  sql`iif(p.user1_id = ${memberId}, p.user2_card, p.user1_card)`;

/**
 * The newest pairing of two members that was published, with the card of `subject`: no row if they were never paired.
 * Both are columns or values.
 */
export const newestPairing = (subject: SQL, viewer: SQL): SQL => sql`
  select p.pairing_date, p.expires_at, iif(p.user1_id = ${subject}, p.user1_card, p.user2_card) as card
  from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
  where (p.user1_id = ${subject} and p.user2_id = ${viewer})
    or (p.user2_id = ${subject} and p.user1_id = ${viewer})
  order by p.expires_at desc, p.rowid desc limit 1`;

/** The name of the member `m` as the viewer knew it last; the present one for a member never paired with the viewer. */
export const knownName = (viewer: SQL): SQL =>
  sql`coalesce((select json_extract(t.card, '$.name') from (${newestPairing(sql`m.id`, viewer)}) t), m.name)`;
