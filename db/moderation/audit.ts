import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Database, runStatement } from "~/db/client";
import { auditEvents } from "~/db/schema";

/** An audit row. It must be written in the same transaction as the work that it is about. */
export interface AuditEntry {
  adminId: string;
  action: string;
  now: number;
  subjectId?: string | SQL | null;
  objectId?: string | SQL | null;
}

/** @param rows the number of rows shown or changed */
export const insertAudit = (entry: AuditEntry, condition = sql`1`, rows = sql`1`) =>
  sql`insert into audit_events (id, admin_id, action, "rows", subject_id, object_id, created_at)
      select lower(hex(randomblob(16))), ${entry.adminId}, ${entry.action}, ${rows},
        (select id from members where id = ${entry.subjectId ?? null}), ${entry.objectId ?? null}, ${entry.now}
      where ${condition}`;

/**
 * The `action` of the audit row for an attempt that is refused because the admin has a part in the member's case. The
 * row is never shown to that admin, who could infer from it that the member has reported them.
 */
export const REFUSED_OWN_CASE = "refused_own_case";

/** Stores an audit row alone, for an attempt that changed nothing. */
export async function storeAudit(db: Database, entry: AuditEntry): Promise<void> {
  await runStatement(db, insertAudit(entry));
}

/** @param subjects selects `subject_id` and `object_id`, one row for each audit row */
export const insertAudits = (entry: AuditEntry, subjects: SQL) =>
  sql`insert into audit_events (id, admin_id, action, "rows", subject_id, object_id, created_at)
      select lower(hex(randomblob(16))), ${entry.adminId}, ${entry.action}, 1,
        (select id from members where id = t.subject_id), t.object_id, ${entry.now}
      from (${subjects}) t`;

const NAMED_ROWS_MAX = 10;

/**
 * Stores an audit row for each member on a list. A list of more than {@link NAMED_ROWS_MAX} rows gets a single audit
 * row, with the list's length.
 * @param shown selects `one_id` and `other_id`, the members of each row, and `object_id`
 */
export const insertListAudit = (entry: AuditEntry, shown: SQL) =>
  sql`insert into audit_events (id, admin_id, action, "rows", subject_id, object_id, created_at)
      with shown as materialized (${shown}), counted as materialized (select count(*) as total from shown)
      select lower(hex(randomblob(16))), ${entry.adminId}, ${entry.action}, iif(t.subject_id is null, total, 1),
        (select id from members where id = t.subject_id), t.object_id, ${entry.now}
      from counted left join (
        select one_id as subject_id, object_id from shown where (select total from counted) <= ${NAMED_ROWS_MAX}
        union select other_id, object_id from shown where (select total from counted) <= ${NAMED_ROWS_MAX} and other_id is not null
      ) t on 1`;

/**
 * Lists the newest rows, or those before the row with the id `before`. Hides other admins' work on reports about the
 * viewer, and the viewer's own refused attempts (see {@link REFUSED_OWN_CASE}).
 * @returns null if there is no row `before`
 */
export async function readAudit(
  db: Database,
  { before, limit, viewerId }: { before: string | null; limit: number; viewerId: string },
) {
  const isOfOwnCase = sql`(subject_id is ${viewerId} and admin_id is not ${viewerId}
    and action in ('list_reports', 'open_evidence', 'export_case', 'resolve_report', 'reopen_report'))
    or (admin_id is ${viewerId} and action = ${REFUSED_OWN_CASE})
    or (admin_id is not ${viewerId} and exists(select 1 from reports q where q.id = object_id and q.reported_id = ${viewerId}))`;
  const place = sql`(select created_at, id from audit_events where id = ${before})`;
  const [page, anchor] = await db.batch([
    db.query.auditEvents.findMany({
      where: (row) =>
        and(
          before === null ? undefined : sql`(${row.createdAt}, ${row.id}) < ${place}`,
          sql`not (${isOfOwnCase})`,
        ),
      with: { admin: { columns: { name: true } }, subject: { columns: { id: true, name: true } } },
      orderBy: (row) => [desc(row.createdAt), desc(row.id)],
      limit,
    }),
    db
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(eq(auditEvents.id, before ?? "")),
  ]);
  return before !== null && anchor.length === 0 ? null : page;
}

/**
 * Adds the digest to a leaving admin's audit rows and actions, because the deletion of the account clears the id there.
 */
export function keepAdmin(adminId: string, digest: string) {
  const keepIn = (table: string) =>
    sql`update ${sql.raw(table)} set admin_digest = ${digest} where admin_id = ${adminId}`;
  return { looks: keepIn("audit_events"), deeds: keepIn("member_actions") };
}
