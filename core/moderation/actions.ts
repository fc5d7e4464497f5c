import { keyedDigest } from "~/core/accounts/record-keys";
import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { notify } from "~/core/notices/notify";
import { mailMember } from "~/core/notices/send-mail";
import { requireDone } from "~/core/operations/jobs";
import { addMonths, isoOrNull, toIso } from "~/core/shared/age";
import { BAN_MONTHS, MS_PER_DAY, type ReportOutcome } from "~/core/shared/constants";
import type { ActionDto, AdminReportDto } from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import { mailboxOf } from "~/core/shared/mailbox";
import { newId } from "~/core/shared/random";
import type { LeftMember } from "~/db/accounts/kept-digests";
import {
  type AdminReportRow,
  findLeftMember,
  findReported,
  insertDecision,
  insertLeftBan,
} from "~/db/moderation/admin-reports";
import { REFUSED_OWN_CASE, storeAudit } from "~/db/moderation/audit";
import {
  type Decision,
  findActionObject,
  insertAction,
  type MailboxBar,
  type NewAction,
} from "~/db/moderation/member-actions";
import { findMailbox } from "~/db/notices/mail";
import type { JobRow } from "~/db/operations/jobs";
import { auditOf } from "./audit";
import { answerReporter, reportDecided, toReportDto, updateReport } from "./reports";
import type { ActionInput } from "./schemas";

/**
 * Warns, suspends or bans a member, or lifts the action in force (docs/rules.md#moderation). A suspension or a ban ends
 * live connections and the open conversation before the call answers.
 * @throws AppError `forbidden` unless admin, `member_not_found`, `admin_protected`, `other_admin_required`,
 * `report_not_found`, `already_decided` if the newest action on the member is the same decision for the same report,
 * `nothing_to_lift`; `unavailable` if the action is stored but the conversation can't be closed yet
 */
export async function takeAction(
  deps: Deps,
  viewer: Viewer,
  { memberId, ...input }: { memberId: string } & ActionInput,
): Promise<ActionDto> {
  requireAdmin(viewer);
  const decision = toDecision(deps, viewer, { memberId, ...input });
  const member = await findMailbox(deps.db, memberId);
  if (!member) {
    const left = await findLeft(deps, decision);
    if (left) return (await banLeft(deps, viewer, left, null)).taken;
    throw new AppError("member_not_found");
  }
  const action = toAction(deps, decision, member.email);
  const changes = await insertAction(deps.db, action, auditOfAction(deps, viewer, action));
  if (changes) return followAction(deps, action, changes);
  const object = await findActionObject(deps.db, decision);
  if (!object) throw new AppError("member_not_found");
  await requireActionable(deps, viewer, decision, object);
  if (object.report_exists === 0) throw new AppError("report_not_found");
  // No other reason remains.
  const message = "This was decided for this report already";
  throw new AppError("already_decided", { message });
}

type LeftDecision = Decision & {
  reportId: string;
  left: LeftMember & { is_own_case: number };
};

async function findLeft(
  deps: Deps,
  decision: Decision & { adminId: string },
): Promise<LeftDecision | null> {
  const { reportId, memberId: digest } = decision;
  if (reportId === null) return null;
  const { adminId, now } = decision;
  const left = await findLeftMember(deps.db, { reportId, digest, adminId, now });
  return left ? { ...decision, reportId, left } : null;
}

/**
 * Bans a member who has left (docs/rules.md#leaving), and their new account, if there is one with the same address.
 * @param note resolves the report; null leaves it open
 * @throws AppError `invalid_input` for anything but a ban, `other_admin_required`, `report_not_found`, `unavailable`
 */
async function banLeft(
  deps: Deps,
  viewer: Viewer,
  { left, ...decision }: LeftDecision,
  note: string | null,
): Promise<{ taken: ActionDto; row: AdminReportRow | undefined }> {
  const { kind, reason, text, reportId, memberId: digest, now } = decision;
  if (kind !== "ban") throw invalidField("kind", "A member who has left can only be banned");
  const { returned_id: memberId, email } = left;
  if (left.is_own_case === 1) throw new AppError("other_admin_required");
  const canBan = memberId !== null && email !== null && left.is_admin === 0;
  const action = canBan ? toAction(deps, { ...decision, memberId }, email) : null;
  const id = action?.id ?? newId();
  const until = addMonths(now, BAN_MONTHS);
  const bar = { id, subject: left.subject, keyId: left.key_id, until, now };
  const { isStored, changes, row } = await insertLeftBan(
    deps.db,
    { bar, digest, reportId, action },
    { ...auditOf(deps, viewer, "ban_member"), subjectId: memberId, objectId: id },
    note === null ? null : { note: note || null, audit: auditOf(deps, viewer, "resolve_report") },
  );
  if (!isStored) throw new AppError("report_not_found");
  const taken = { action_id: id, kind, reason, text, until: null, created_at: toIso(now) };
  if (action) return { taken: await followAction(deps, action, changes), row };
  await requireDone(deps, changes);
  return { taken, row };
}

/**
 * If the case is the admin's own, an audit row is stored that this admin doesn't see (docs/rules.md#own-case). So other
 * admins notice an admin who tries to find out who reported them.
 * @throws AppError `admin_protected`, `other_admin_required`, `nothing_to_lift`
 */
async function requireActionable(
  deps: Deps,
  viewer: Viewer,
  { kind, memberId }: Pick<Decision, "kind" | "memberId">,
  object: { is_admin: number | null; is_barred: number; is_own_case: number },
): Promise<void> {
  if (object.is_admin === 1) throw new AppError("admin_protected");
  // Checked before `is_own_case`. Otherwise an attempt to lift nothing would tell an admin that this member has
  // reported them.
  if (kind === "lift" && object.is_barred === 0) throw new AppError("nothing_to_lift");
  if (object.is_own_case === 0) return;
  const audit = auditOf(deps, viewer, REFUSED_OWN_CASE);
  await storeAudit(deps.db, { ...audit, subjectId: memberId });
  throw new AppError("other_admin_required");
}

const toDecision = (
  deps: Deps,
  { memberId: adminId }: Viewer,
  { memberId, ...input }: { memberId: string } & ActionInput,
) => {
  const now = deps.clock.now();
  const { kind, reason, text } = input;
  const until = kind === "suspend" ? now + (input.days ?? 0) * MS_PER_DAY : null;
  const reportId = input.report_id ?? null;
  return { memberId, adminId, kind, reason, text, note: input.note || null, reportId, until, now };
};

const toAction = <One extends Decision>(deps: Deps, decision: One, email: string) => ({
  ...decision,
  id: newId(),
  bar: mailboxBar(deps, decision, email),
});

/** The mailbox that can't register while a suspension or ban lasts (docs/rules.md#bans); null for any other action. */
export function mailboxBar(
  { config, mail }: Pick<Deps, "config" | "mail">,
  { kind, until, now }: Pick<NewAction, "kind" | "until" | "now">,
  email: string,
): MailboxBar | null {
  const end = kind === "ban" ? addMonths(now, BAN_MONTHS) : until;
  if (end === null || (kind !== "ban" && kind !== "suspend")) return null;
  const address = keyedDigest(config, "email", mailboxOf(email));
  return { address, mustVerify: mail.mustVerify, until: end };
}

const auditOfAction = (deps: Deps, viewer: Viewer, { id, kind, memberId }: NewAction) => ({
  ...auditOf(deps, viewer, `${kind}_member`),
  subjectId: memberId,
  objectId: id,
});

/**
 * The effects of a stored action outside the database.
 * @throws AppError `unavailable` if the conversation can't be closed yet
 */
async function followAction(
  deps: Deps,
  { id, memberId, kind, reason, text, until, now }: NewAction,
  changes: JobRow[],
): Promise<ActionDto> {
  const end = isoOrNull(until);
  mailMember(deps, memberId, { template: "statement", action: kind, reason, text, until: end });
  if (kind === "suspend" || kind === "ban") {
    await deps.channel.endMember(
      memberId,
      changes.flatMap(({ conversationId }) => conversationId ?? []),
    );
  }
  await requireDone(deps, changes);
  deps.defer(notify(deps, memberId, { kind: "account", event: "standing_changed" }));
  return { action_id: id, kind, reason, text, until: end, created_at: toIso(now) };
}

interface ReportDecision {
  reportId: string;
  action: ActionInput | ReportOutcome;
  /** Visible to admins only. Replaces the report's note. */
  note: string;
}

/**
 * Acts on the reported member and resolves the open report, or does neither. Without an action it only resolves the
 * report.
 * @throws AppError `forbidden` unless admin, `report_not_found`, `already_decided` if the report is resolved,
 * `member_not_found` once the reported account is deleted, and the errors of {@link takeAction}
 */
export async function decideReport(
  deps: Deps,
  viewer: Viewer,
  { reportId, action: input, note }: ReportDecision,
): Promise<AdminReportDto> {
  requireAdmin(viewer);
  if (typeof input === "string") {
    const resolved = { status: "resolved", outcome: input, note, onlyOpen: true } as const;
    return updateReport(deps, viewer, { reportId, ...resolved });
  }
  const { memberId, email } = await requireOpenReport(deps, viewer, reportId, input.kind);
  const decision = toDecision(deps, viewer, { memberId, ...input });
  if (email === null) {
    const left = await findLeft(deps, { ...decision, reportId });
    if (!left) throw new AppError("member_not_found");
    const { row } = await banLeft(deps, viewer, left, note);
    if (!row) throw reportDecided();
    answerReporter(deps, row);
    return toReportDto(viewer, row);
  }
  const action = toAction(deps, { ...decision, reportId }, email);
  const decided = await insertDecision(deps.db, action, note || null, {
    action: auditOfAction(deps, viewer, action),
    report: auditOf(deps, viewer, "resolve_report"),
  });
  if (!decided) {
    // Another admin has decided the report meanwhile, or the account was deleted.
    await requireOpenReport(deps, viewer, reportId, input.kind);
    throw new AppError("member_not_found");
  }
  answerReporter(deps, decided.row);
  await followAction(deps, action, decided.changes);
  return toReportDto(viewer, decided.row);
}

/**
 * Decides the selected reports of a case. An action is taken once, for the first report. The others are resolved with
 * the outcome of the first. A report about somebody under 18 is always decided by itself.
 * @throws AppError the errors of {@link decideReport}; `invalid_input` without a report, or if one of several is about
 * somebody under 18
 */
export async function decideCase(
  deps: Deps,
  viewer: Viewer,
  { marked, ...decision }: Omit<ReportDecision, "reportId"> & { marked: string[] },
): Promise<void> {
  requireAdmin(viewer);
  const ids = [...new Set(marked)];
  const [first, ...others] = ids;
  if (first === undefined) throw invalidField("marked", "Please mark a report");
  if (others.length > 0) await requireOneCase(deps, viewer, ids);
  const { outcome } = await decideReport(deps, viewer, { reportId: first, ...decision });
  const resolved = { status: "resolved", outcome, note: decision.note, onlyOpen: true } as const;
  for (const reportId of others) await updateReport(deps, viewer, { reportId, ...resolved });
}

async function requireOneCase(deps: Deps, { memberId: adminId }: Viewer, ids: string[]) {
  const ask = { adminId, now: deps.clock.now() };
  const reports = await Promise.all(
    ids.map((reportId) => findReported(deps.db, { reportId, ...ask })),
  );
  const reportedId = reports[0]?.reported_id;
  for (const report of reports) {
    if (!report || !reportedId || report.reported_id !== reportedId) {
      throw new AppError("report_not_found");
    }
    if (report.status === "resolved") throw reportDecided();
    if (report.reason === "underage") {
      throw invalidField("marked", "A report about somebody under 18 is decided by itself");
    }
  }
}

async function requireOpenReport(
  deps: Deps,
  viewer: Viewer,
  reportId: string,
  kind: ActionInput["kind"],
) {
  const ask = { reportId, adminId: viewer.memberId, now: deps.clock.now() };
  const report = await findReported(deps.db, ask);
  if (!report) throw new AppError("report_not_found");
  if (report.status === "resolved") throw reportDecided();
  const { email } = report;
  const memberId = report.reported_id ?? report.reported_digest;
  if (memberId === null) throw new AppError("member_not_found");
  await requireActionable(deps, viewer, { kind, memberId }, report);
  return { memberId, email };
}
