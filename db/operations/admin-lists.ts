import { count, desc, type SQL, sql } from "drizzle-orm";
import { foldText } from "~/core/shared/fold-text";
import type { StoredMember } from "~/db/accounts/member-row";
import { type Database, runBatch } from "~/db/client";
import { type AuditEntry, insertListAudit } from "~/db/moderation/audit";
import { pairingRuns } from "~/db/schema";

export interface ListWindow {
  limit: number | null;
  offset: number;
}

export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/**
 * Condition: one of the columns or names contains the query. In columns, ASCII case is ignored. In names, case and
 * accents are ignored.
 * @param names columns whose text is the result of `foldText`
 */
export function contains(
  query: string | null,
  columns: (string | SQL)[],
  names: (string | SQL)[],
): SQL {
  if (query === null) return sql`1`;
  const toSql = (column: string | SQL) => (typeof column === "string" ? sql.raw(column) : column);
  const folded = foldText(query);
  // Not `like`, because D1 limits its pattern to 50 bytes, and an e-mail address can be longer.
  const matches = columns.map((column) => sql`instr(lower(${toSql(column)}), lower(${query})) > 0`);
  if (folded !== "")
    matches.push(...names.map((name) => sql`instr(${toSql(name)}, ${folded}) > 0`));
  return sql`(${sql.join(matches, sql` or `)})`;
}

interface ListQuery<Row> {
  columns: SQL<Row>;
  from: SQL;
  order: SQL;
}

async function readList<Row>(
  db: Database,
  { columns, from, order }: ListQuery<Row>,
  window: ListWindow,
  entry: AuditEntry,
): Promise<Listed<Row>> {
  const limit = window.limit ?? -1;
  const total = sql`select count(*) from ${from}`;
  const { list, counted } = await runBatch(db, {
    list: sql<Row>`select ${columns} from ${from} ${order} limit ${limit} offset ${window.offset}`,
    counted: sql<{ total: number }>`select (${total}) as total`,
    audit: insertListAudit(
      entry,
      sql`select a.id as one_id, b.id as other_id, null as object_id
        from ${from} ${order} limit ${limit} offset ${window.offset}`,
    ),
  });
  return { rows: list.rows, total: counted.rows[0]?.total ?? 0 };
}

const SIDE_COLUMNS = {
  id: "id",
  name: "name",
  email: "email",
  gender: "gender",
  location: "location",
  dob: "dob",
  latitude: "latitude",
  longitude: "longitude",
  distance_preference: "distance_preference",
  min_age_pref: "minimum_age_preference",
  max_age_pref: "maximum_age_preference",
} as const satisfies Record<string, keyof StoredMember>;
type Side = typeof SIDE_COLUMNS;

export type AdminPairingRow = { pairing_id: string; pairing_date: string } & {
  [Name in keyof Side as `user1_${Name}` | `user2_${Name}`]: StoredMember[Side[Name]];
};

const sideColumns = (side: string, alias: string) =>
  Object.entries(SIDE_COLUMNS)
    .map(([name, column]) => `${alias}.${column} as ${side}_${name}`)
    .join(", ");

/** Lists open conversations (docs/rules.md#open). */
export function readPairings(
  db: Database,
  query: string | null,
  window: ListWindow,
  entry: AuditEntry,
): Promise<Listed<AdminPairingRow>> {
  const from = sql`unblocked_pairings p
      join members a on a.id = p.user1_id join members b on b.id = p.user2_id
      where p.expires_at > ${entry.now}
        and ${contains(query, ["a.email", "b.email"], ["a.search_name", "b.search_name"])}`;
  const sides = sql.raw(`${sideColumns("user1", "a")}, ${sideColumns("user2", "b")}`);
  const columns = sql<AdminPairingRow>`p.id as pairing_id, p.pairing_date, ${sides}`;
  const order = sql`order by p.expires_at desc, p.row_number desc`;
  return readList(db, { columns, from, order }, window, entry);
}

interface AdminBlockRow {
  block_id: string;
  blocker_id: string;
  blocker_name: string;
  blocker_email: string;
  blocked_id: string;
  blocked_name: string;
  blocked_email: string;
  created_at: number;
}

export function readBlocks(
  db: Database,
  window: ListWindow,
  entry: AuditEntry,
): Promise<Listed<AdminBlockRow>> {
  const from = sql`blocks k join members a on a.id = k.blocker_id join members b on b.id = k.blocked_id`;
  const columns = sql<AdminBlockRow>`k.id as block_id, a.id as blocker_id, a.name as blocker_name, a.email as blocker_email,
    b.id as blocked_id, b.name as blocked_name, b.email as blocked_email, k.created_at`;
  const order = sql`order by k.created_at desc, k.rowid desc`;
  return readList(db, { columns, from, order }, window, entry);
}

export type AdminRunRow = typeof pairingRuns.$inferSelect;

export async function readRuns(
  db: Database,
  { limit, offset }: ListWindow,
): Promise<Listed<AdminRunRow>> {
  const newest = [desc(pairingRuns.date), desc(pairingRuns.startedAt)];
  // -1 means no limit. Drizzle leaves a negative limit out of the statement, and also an offset of 0.
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(pairingRuns)
      .orderBy(...newest)
      .limit(limit ?? -1)
      .offset(offset),
    db.select({ total: count() }).from(pairingRuns),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
