import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { mailMember } from "~/core/notices/send-mail";
import { runJobs } from "~/core/operations/jobs";
import { isoOrNull, toIso } from "~/core/shared/age";
import type { AppealDto, StandingDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import {
  type AdminAppealRow,
  type AppealRow,
  findAppeals,
  insertAppeal,
  readAppeals,
  updateAppeal,
} from "~/db/moderation/appeals";
import { auditOf } from "./audit";
import type { AppealInput, DecideAppealInput } from "./schemas";

export type AppealWords = ReturnType<typeof toWords>;

const toWords = ({ decision, text, answer }: AppealRow) => ({
  state: decision ?? ("open" as const),
  text,
  answer,
});

export async function readStatement(deps: Deps, viewer: Viewer) {
  const { current, answered } = await findAppeals(deps.db, viewer.memberId, deps.clock.now());
  return {
    ...viewer.standing,
    words: current && toWords(current),
    /** The newest answer to an appeal against an earlier action, if another action is in force now. */
    earlier: answered && toWords(answered),
  };
}

export async function getStanding(deps: Deps, viewer: Viewer): Promise<StandingDto> {
  const { standing, action, words } = await readStatement(deps, viewer);
  return { standing, action, appeal: words?.state ?? null };
}

/**
 * Appeals against the action in force. Each action can be appealed once.
 * @throws AppError `nothing_to_appeal`, `already_appealed`
 */
export async function appeal(
  deps: Deps,
  { memberId }: Viewer,
  { text }: AppealInput,
): Promise<{ message: string }> {
  const now = deps.clock.now();
  const outcome = await insertAppeal(deps.db, { id: newId(), memberId, text, now });
  if (outcome !== "inserted") throw new AppError(outcome);
  return { message: "Your appeal has been received. You will find the answer here." };
}

/**
 * Newest first, at most 100 (docs/rules.md#appeals).
 * @throws AppError `forbidden` unless admin
 */
export async function listAppeals(deps: Deps, viewer: Viewer): Promise<AppealDto[]> {
  return (await readAppealRows(deps, viewer, false)).map(toAppealDto);
}

/** {@link listAppeals} for the desk: open appeals first, and of these the oldest first. */
export async function openAppeals(deps: Deps, viewer: Viewer) {
  const rows = await readAppealRows(deps, viewer, true);
  return rows.map((row) => ({ ...toAppealDto(row), report_id: row.report_id }));
}

export type DeskAppeal = Awaited<ReturnType<typeof openAppeals>>[number];

function readAppealRows(deps: Deps, viewer: Viewer, waitingFirst: boolean) {
  requireAdmin(viewer);
  return readAppeals(deps.db, waitingFirst, auditOf(deps, viewer, "list_appeals"));
}

const toAppealDto = (row: AdminAppealRow): AppealDto => ({
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
});

/**
 * Overturning lifts the action. The admin who took the action, or whose own case it is, can decide only if there is no
 * other admin (docs/rules.md#own-case).
 * @throws AppError `forbidden` unless admin, `appeal_not_found`, `already_decided`, `other_admin_required`
 */
export async function decideAppeal(
  deps: Deps,
  viewer: Viewer,
  { appealId, decision, text }: { appealId: string } & DecideAppealInput,
): Promise<AppealDto> {
  requireAdmin(viewer);
  const audit = auditOf(deps, viewer, "decide_appeal");
  const decided = { appealId, decision, text, liftId: newId() };
  const result = await updateAppeal(deps.db, decided, audit);
  if (result.outcome !== "decided") throw new AppError(result.outcome);
  deps.defer(runJobs(deps, result.changes));
  mailMember(deps, result.row.member_id, { template: "appeal_decided", decision, text });
  return toAppealDto(result.row);
}
