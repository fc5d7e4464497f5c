import { type SQL, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import type { auditEvents } from "~/db/schema";
import type { StoredRow } from "./stored-row";

/** What an admin looked at or did, written in the same transaction as the look or the deed. */
export interface AuditEntry {
  id: string;
  adminId: string;
  action: string;
  now: number;
  /** The member it is about. */
  subjectId?: string | SQL | null;
  /** The report, action, appeal or run it is about. */
  objectId?: string | SQL | null;
}

/**
 * Statement: writes an audit row.
 * @param rows how many rows were shown or changed
 */
export const insertAudit = (entry: AuditEntry, rows: SQL, condition: SQL = sql`1`) =>
  sql`insert into audit_events (id, admin_id, action, "rows", subject_id, object_id, created_at)
      select ${entry.id}, ${entry.adminId}, ${entry.action}, ${rows},
        (select id from members where id = ${entry.subjectId ?? null}), ${entry.objectId ?? null}, ${entry.now}
      where ${condition}`;

type AuditRow = Pick<
  StoredRow<typeof auditEvents>,
  "id" | "action" | "rows" | "subject_id" | "object_id" | "created_at"
> &
  Record<"admin_name" | "subject_name", string | null>;

/** The newest audit rows, or those before one, without what others did about a report about the viewer; null where `before` names none. */
export async function readAudit(
  db: Database,
  { before, limit, viewerId }: { before: string | null; limit: number; viewerId: string },
): Promise<AuditRow[] | null> {
  const isOfOwnCase = sql`(e.subject_id is ${viewerId} and e.admin_id is not ${viewerId}
    and e.action in ('open_evidence', 'export_case', 'resolve_report', 'reopen_report'))`;
  const place = sql`(select created_at, id from audit_events where id = ${before})`;
  const { page, anchor } = await runBatch(db, {
    page: sql<AuditRow>`select e.id, a.name as admin_name, e.action, e."rows", e.subject_id, s.name as subject_name,
          e.object_id, e.created_at
        from audit_events e left join members a on a.id = e.admin_id left join members s on s.id = e.subject_id
        where ${before === null ? sql`1` : sql`(e.created_at, e.id) < ${place}`} and not ${isOfOwnCase}
        order by e.created_at desc, e.id desc limit ${limit}`,
    anchor: sql`select 1 from audit_events where id = ${before}`,
  });
  return before !== null && anchor.rows.length === 0 ? null : page.rows;
}
