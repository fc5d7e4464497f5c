import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { toIso } from "~/core/shared/age";
import { ADMIN_PAGE_MAX } from "~/core/shared/constants";
import type { AuditRowDto } from "~/core/shared/contract";
import { invalidField } from "~/core/shared/errors";
import { type AuditEntry, readAudit } from "~/db/moderation/audit";

export function auditOf(
  deps: Pick<Deps, "clock">,
  viewer: Pick<Viewer, "memberId">,
  action: string,
): AuditEntry {
  return { adminId: viewer.memberId, action, now: deps.clock.now() };
}

/**
 * A deleted admin is named by a digest, which is the same on each of that admin's rows. Null for what was done on the
 * command line.
 */
export const nameAdmin = (name: string | null, digest: string | null): string | null =>
  name ?? (digest && `Former admin ${digest.slice(0, FORMER_ADMIN_DIGITS)}`);

const FORMER_ADMIN_DIGITS = 12;

/**
 * What admins read and did, newest first (docs/rules.md#own-case).
 * @throws AppError `forbidden` unless admin, `invalid_input` for a `before` that names no row
 */
export async function listAudit(
  deps: Deps,
  viewer: Viewer,
  { before, limit = ADMIN_PAGE_MAX }: { before?: string | undefined; limit?: number },
): Promise<AuditRowDto[]> {
  requireAdmin(viewer);
  const rows = await readAudit(deps.db, {
    before: before ?? null,
    limit,
    viewerId: viewer.memberId,
  });
  if (!rows) throw invalidField("before", "before must be a row of the audit");
  return rows.map((row) => ({
    id: row.id,
    adminName: nameAdmin(row.admin?.name ?? null, row.adminDigest),
    action: row.action,
    rows: row.rows,
    subject: row.subject && { user_id: row.subject.id, name: row.subject.name },
    objectId: row.objectId,
    created_at: toIso(row.createdAt),
  }));
}
