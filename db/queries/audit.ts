import { type SQL, sql } from "drizzle-orm";

/** What an admin looked at or did, written in the same transaction as the look or the deed. */
export interface AuditEntry {
  id: string;
  adminId: string;
  action: string;
  now: number;
  /** The member it is about. */
  subjectId?: string | null;
  /** The report, action, appeal or run it is about. */
  objectId?: string | null;
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
