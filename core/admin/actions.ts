import { digestEmail } from "~/core/auth/limits";
import { requireAdmin, type Viewer } from "~/core/auth/viewer";
import { requireDelivered } from "~/core/conversation/changes";
import type { Deps } from "~/core/deps";
import { mailMember } from "~/core/mail/send-mail";
import { notify } from "~/core/notifications/notify";
import { isoOrNull, toIso } from "~/core/shared/age";
import { ADMIN_PAGE_MAX, BAN_MONTHS, MS_PER_DAY } from "~/core/shared/constants";
import type { ActionDto, AppealDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { type AdminAppealRow, readAppeals, updateAppeal } from "~/db/queries/appeals";
import { findActionObject, findReported, insertAction } from "~/db/queries/member-actions";
import { auditOf } from "./audit";
import type { ActionInput, DecideAppealInput } from "./schemas";

/**
 * Warns, suspends or bans a member, or lifts what is in force (contract §9). A suspension or a ban ends live
 * connections and the open conversation before it answers.
 * @throws AppError `forbidden` unless admin, `member_not_found`, `admin_protected`, `report_not_found`,
 *   `nothing_to_lift`; `unavailable` when the action is stored and the conversation can't be closed yet
 */
export async function takeAction(
  deps: Deps,
  viewer: Viewer,
  { memberId, ...input }: { memberId: string } & ActionInput,
): Promise<ActionDto> {
  requireAdmin(viewer);
  const { kind, reason, text } = input;
  const now = deps.clock.now();
  const reportId = input.report_id ?? null;
  const object = await findActionObject(deps.db, { memberId, reportId, now });
  if (!object) throw new AppError("member_not_found");
  if (object.is_admin === 1) throw new AppError("admin_protected");
  if (reportId !== null && object.report_exists === 0) throw new AppError("report_not_found");
  if (kind === "lift" && object.is_barred === 0) throw new AppError("nothing_to_lift");
  const until = kind === "suspend" ? now + (input.days ?? 0) * MS_PER_DAY : null;
  const action = {
    id: deps.random.id(),
    memberId,
    adminId: viewer.memberId,
    kind,
    reason,
    text,
    note: input.note || null,
    reportId,
    until,
    now,
    bannedEmail:
      kind === "ban"
        ? { digest: await digestEmail(deps, object.email), until: addMonths(now, BAN_MONTHS) }
        : null,
  };
  const audit = auditOf(deps, viewer, `${kind}_member`);
  const stored = await insertAction(deps.db, action, {
    ...audit,
    subjectId: memberId,
    objectId: action.id,
  });
  // Between the two looks the account went or became an admin's, or another admin lifted.
  if (!stored.inserted)
    throw new AppError(kind === "lift" ? "nothing_to_lift" : "member_not_found");
  const end = isoOrNull(until);
  mailMember(deps, memberId, { template: "statement", action: kind, reason, text, until: end });
  if (kind === "suspend" || kind === "ban") {
    const { changes } = stored;
    await deps.channel.endMember(
      memberId,
      changes.flatMap(({ conversation_id }) => conversation_id ?? []),
    );
    await requireDelivered(deps, changes);
  }
  deps.defer(notify(deps, memberId, { kind: "account", event: "standing_changed" }));
  return {
    action_id: action.id,
    kind,
    reason,
    text,
    until: end,
    created_at: toIso(now),
  };
}

/**
 * {@link takeAction} about the member whom an open report is about.
 * @throws AppError as that does, and `already_decided` where another admin has resolved it
 */
export async function takeActionOnReport(
  deps: Deps,
  viewer: Viewer,
  { reportId, ...input }: { reportId: string } & ActionInput,
): Promise<ActionDto> {
  requireAdmin(viewer);
  const report = await findReported(deps.db, reportId);
  if (!report) throw new AppError("report_not_found");
  if (report.status === "resolved") throw reportDecided();
  const memberId = report.reported_id;
  if (memberId === null) throw new AppError("member_not_found");
  return takeAction(deps, viewer, { ...input, memberId, report_id: reportId });
}

/** What the second of two admins at one report gets. */
export const reportDecided = () =>
  new AppError("already_decided", { message: "This report was resolved meanwhile" });

function addMonths(instant: number, months: number): number {
  const date = new Date(instant);
  return date.setUTCMonth(date.getUTCMonth() + months);
}

/**
 * The newest appeals, at most 100 (contract §9).
 * @param waitingFirst for the desk: those that wait come first, the oldest of them at the top
 * @throws AppError `forbidden` unless admin
 */
export async function listAppeals(
  deps: Deps,
  viewer: Viewer,
  { waitingFirst = false } = {},
): Promise<AppealDto[]> {
  requireAdmin(viewer);
  const page = { limit: ADMIN_PAGE_MAX, waitingFirst };
  const rows = await readAppeals(deps.db, page, auditOf(deps, viewer, "list_appeals"));
  return rows.map(toAppealDto);
}

function toAppealDto(row: AdminAppealRow): AppealDto {
  return {
    appeal_id: row.id,
    user_id: row.member_id,
    name: row.name,
    action: {
      action_id: row.action_id,
      kind: row.kind,
      reason: row.reason,
      text: row.action_text,
      until: isoOrNull(row.until),
      created_at: toIso(row.action_created_at),
    },
    text: row.text,
    created_at: toIso(row.created_at),
    decision: row.decision,
  };
}

/**
 * Decides an appeal; an overturned one lifts its action. Where there are two admins, not by the one who took it.
 * @throws AppError `forbidden` unless admin, `appeal_not_found`, `already_decided`, `other_admin_required`
 */
export async function decideAppeal(
  deps: Deps,
  viewer: Viewer,
  { appealId, decision, text }: { appealId: string } & DecideAppealInput,
): Promise<AppealDto> {
  requireAdmin(viewer);
  const audit = { ...auditOf(deps, viewer, "decide_appeal"), objectId: appealId };
  const result = await updateAppeal(
    deps.db,
    {
      appealId,
      decision,
      text,
      adminId: viewer.memberId,
      now: audit.now,
      liftId: deps.random.id(),
    },
    audit,
  );
  if (result.outcome !== "decided") throw new AppError(result.outcome);
  mailMember(deps, result.row.member_id, { template: "appeal_decided", decision, text });
  return toAppealDto(result.row);
}
