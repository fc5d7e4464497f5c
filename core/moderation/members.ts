import { isPasswordConfirmed } from "~/core/accounts/service";
import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { ageOrNull, isoOrNull, toIso, toUtcDate } from "~/core/shared/age";
import { ADMIN_PAGE_MAX } from "~/core/shared/constants";
import type {
  AdminActionDto,
  AdminMemberDto,
  AdminMemberPageDto,
  MemberReportDto,
} from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import {
  type MemberPage,
  readMemberPage,
  readMembers,
  readPosition,
} from "~/db/moderation/admin-members";
import { auditOf, nameAdmin } from "./audit";
import type { MembersQuery } from "./schemas";
import { toStanding } from "./standing";

/** A search text, normalised like stored names and addresses. Null finds all members. */
export function toQuery(query: string | undefined): string | null {
  return query?.normalize("NFC").trim() || null;
}

/**
 * Newest first (docs/rules.md#moderation).
 * @throws AppError `forbidden` unless admin, `invalid_input` for a `before` that is no member
 */
export async function listMembers(
  deps: Deps,
  viewer: Viewer,
  { query, before, limit = ADMIN_PAGE_MAX }: MembersQuery,
): Promise<AdminMemberDto[]> {
  requireAdmin(viewer);
  const rows = await readMembers(
    deps.db,
    { query: toQuery(query), before: before ?? null, limit },
    auditOf(deps, viewer, "list_members"),
  );
  if (!rows) throw invalidField("before", "before must be a member");
  return rows.map((row) => ({
    user_id: row.id,
    name: row.name,
    email: row.email,
    created_at: toIso(row.created_at),
    standing: toStanding(row).standing,
    open_reports: row.open_reports,
  }));
}

/**
 * Everything about a member but the position, which {@link revealPosition} returns.
 * @throws AppError `forbidden` unless admin, `member_not_found`
 */
export async function getMember(
  deps: Deps,
  viewer: Viewer,
  { memberId }: { memberId: string },
): Promise<AdminMemberPageDto> {
  requireAdmin(viewer);
  const audit = auditOf(deps, viewer, "view_member");
  const rows = await readMemberPage(deps.db, memberId, audit);
  if (!rows) throw new AppError("member_not_found");
  const { member } = rows;
  return {
    user_id: member.id,
    name: member.name,
    email: member.email,
    created_at: toIso(member.created_at),
    is_admin: member.is_admin === 1,
    age: ageOrNull(member.dob, toUtcDate(audit.now)),
    gender: member.gender,
    location: member.location,
    bio: member.bio,
    standing: toStanding(member).standing,
    same_mailbox: rows.sameMailbox,
    actions: rows.actions.map(toAdminActionDto),
    reports_about: rows.about.map(toMemberReportDto),
    reports_by: rows.by.map(toMemberReportDto),
    blocks: rows.blocks.map((row) => ({
      user_id: row.other_id,
      name: row.name,
      by: row.is_own === 1 ? "member" : "other",
      block_date: toIso(row.created_at),
    })),
    pairings: rows.pairings.map((row) => ({
      conversation_id: row.id,
      user_id: row.other_id,
      name: row.name,
      pairing_date: row.pairing_date,
      expiry_date: toIso(row.expires_at),
    })),
    sessions: rows.sessions.map((row) => ({
      created_at: toIso(row.created_at),
      last_seen_at: isoOrNull(row.last_seen_at),
      expires_at: toIso(row.expires_at),
    })),
  };
}

const toAdminActionDto = ({
  admin_digest,
  appeal_id,
  decision,
  ...row
}: MemberPage["actions"][number]): AdminActionDto => ({
  ...row,
  created_at: toIso(row.created_at),
  until: isoOrNull(row.until),
  admin_name: nameAdmin(row.admin_name, admin_digest),
  appeal: appeal_id === null ? null : (decision ?? "open"),
});

const toMemberReportDto = (row: MemberPage["about"][number]): MemberReportDto => ({
  ...row,
  created_at: toIso(row.created_at),
  outcome: row.status === "open" ? null : (row.outcome ?? "no_breach"),
});

/**
 * For an admin who has confirmed the password or a passkey within the last hour. Each call is audited.
 * @throws AppError `forbidden` unless admin, `passkey_required`, `password_required`, `member_not_found`
 */
export async function revealPosition(
  deps: Deps,
  viewer: Viewer,
  { memberId }: { memberId: string },
): Promise<{ latitude: number | null; longitude: number | null }> {
  requireAdmin(viewer);
  if (!isPasswordConfirmed(deps, viewer)) {
    throw new AppError(viewer.passkey.isRegistered ? "passkey_required" : "password_required");
  }
  const position = await readPosition(deps.db, memberId, auditOf(deps, viewer, "view_position"));
  if (!position) throw new AppError("member_not_found");
  return position;
}
