import { desc, eq, type SQL, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { consents } from "~/db/schema";

export type NewConsent = Pick<typeof consents.$inferSelect, "kind" | "version">;

export const insertConsent = (
  memberId: string,
  { kind, version }: NewConsent,
  now: number,
  condition: SQL = sql`1`,
) => sql`insert into consents (member_id, kind, version, created_at)
    select id, ${kind}, ${version}, ${now} from members where id = ${memberId} and ${condition}`;

export const newestKind = (memberId: string) =>
  sql`(select kind from consents where member_id = ${memberId} order by sequence desc limit 1)`;

export const findConsent = (db: Database, memberId: string) =>
  db
    .select()
    .from(consents)
    .where(eq(consents.memberId, memberId))
    .orderBy(desc(consents.sequence))
    .limit(1)
    .get();

/**
 * Stores nothing if the member's newest consent has the same kind and version. A withdrawal clears the member's gender
 * and preferred gender.
 */
export async function storeConsent(
  db: Database,
  memberId: string,
  consent: NewConsent,
  now: number,
): Promise<void> {
  const newest = sql`(select json_array(kind, version) from consents
    where member_id = ${memberId} order by sequence desc limit 1)`;
  const isNew = sql`${newest} is not json_array(${consent.kind}, ${consent.version})`;
  await runBatch(db, {
    stored: insertConsent(memberId, consent, now, isNew),
    emptied:
      consent.kind === "withdrawn"
        ? sql`update members set waited = iif(gender is null, waited, 0),
            waited_before = iif(gender is null, waited_before, 0),
            gender = null, preferred_match_gender = null where id = ${memberId}`
        : undefined,
  });
}
