import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { GENDERS } from "~/core/shared/constants";

const KEPT_COLUMNS = ["name", "gender", "avatar_url", "location", "latitude", "longitude"];

/** The defaults are for older stored cards, which lack these fields. */
const cardSchema = z.object({
  name: z.string(),
  avatar_url: z.string().nullable().default(null),
  gender: z.enum(GENDERS).nullable().default(null),
  location: z.string().nullable().default(null),
  latitude: z.number().nullable().default(null),
  longitude: z.number().nullable().default(null),
  age: z.int().nullable().default(null),
  /** Languages that both members named when they were paired, in the viewer's order. */
  shared_languages: z.array(z.string()).default([]),
});

/**
 * A member as they were when paired. A former partner sees nothing else of the member
 * (docs/rules.md#partner). `age` is in whole years on the pairing date.
 */
export type PartnerCard = z.infer<typeof cardSchema>;

export function parsePartnerCard(json: string | null | undefined): PartnerCard | null {
  if (!json) return null;
  return cardSchema.safeParse(JSON.parse(json)).data ?? null;
}

/**
 * SQL of the member's card, as JSON.
 * @param member table or alias
 * @param viewer table or alias of the member who sees the card
 * @param date an expression of the pairing date, `YYYY-MM-DD`
 */
export function partnerCardOf(member: string, viewer: string, date: string): string {
  const age = `substr(${date}, 1, 4) - substr(${member}.dob, 1, 4) - (substr(${date}, 6) < substr(${member}.dob, 6))`;
  const pairs = KEPT_COLUMNS.map((column) => `'${column}', ${member}.${column}`);
  const shared = `select json_group_array(v.value) from json_each(${viewer}.languages) v
    where v.value in (select l.value from json_each(${member}.languages) l)`;
  return `json_object(${pairs.join(", ")}, 'age', ${age}, 'shared_languages', json((${shared})))`;
}

export const partnerCardFor = (memberId: string): SQL =>
  sql`iif(p.user1_id = ${memberId}, p.user2_card, p.user1_card)`;

/**
 * Selects the newest published pairing of two members, with the card of `subject`.
 * @param subject a column or value: a member's id
 * @param viewer a column or value: the other member's id
 */
export const newestPairing = (subject: SQL, viewer: SQL): SQL => sql`
  select p.pairing_date, p.expires_at, iif(p.user1_id = ${subject}, p.user1_card, p.user2_card) as card
  from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
  where (p.user1_id = ${subject} and p.user2_id = ${viewer})
    or (p.user2_id = ${subject} and p.user1_id = ${viewer})
  order by p.expires_at desc, p.rowid desc limit 1`;

export const newestCard = (viewer: SQL): SQL =>
  sql`(select t.card from (${newestPairing(sql`m.id`, viewer)}) t)`;

/** Hides the name if the two were never paired. */
export const knownName = (viewer: SQL): SQL =>
  sql`coalesce(json_extract(${newestCard(viewer)}, '$.name'), 'A member')`;
