import { type SQL, sql } from "drizzle-orm";
import { barMailboxes, freeMailboxes } from "~/db/accounts/kept-digests";
import type { StoredMember } from "~/db/accounts/member-row";
import { type Database, runBatch, selectRow } from "~/db/client";
import type { Keyed } from "~/db/conversation/kept-words";
import { insertJobs, type JobRow, jobOfEach } from "~/db/operations/jobs";
import { recordLine } from "~/db/operations/ledger";
import { leaveClaimedRuns, ofEachSide } from "~/db/pairing/participation";
import { endDayOfPartners } from "~/db/pairing/waits";
import type { memberActions } from "~/db/schema";
import { type AuditEntry, insertAudit } from "./audit";
import { isOwnCase } from "./own-case";
import { isBarred } from "./standing";

/** Bars the mailboxes of a suspended or banned member from registering. */
export interface MailboxBar {
  address: Keyed;
  mustVerify: boolean;
  until: number;
}

export interface NewAction
  extends Omit<
    typeof memberActions.$inferSelect,
    "sequence" | "adminDigest" | "liftsId" | "createdAt"
  > {
  now: number;
  /** Null unless the action is a suspension or ban. */
  bar: MailboxBar | null;
}

interface ActionObject extends Pick<StoredMember, "is_admin"> {
  is_barred: number;
  is_own_case: number;
  /** 0 if the action's report doesn't exist, is neither by nor about the member, or is about the admin. */
  report_exists: number;
}

const isOfMember = ({ memberId, reportId, adminId }: Decision) =>
  reportId === null
    ? sql`1`
    : sql`exists(select 1 from reports where id = ${reportId} and ${memberId} in (reported_id, reporter_id)
        and reported_id is not ${adminId})`;

export type Decision = Pick<
  NewAction,
  "memberId" | "adminId" | "kind" | "reason" | "text" | "note" | "reportId" | "until" | "now"
>;

/**
 * Condition: the member's newest action is the same decision about the same report. An action without a report is never
 * a repetition.
 */
function isRepeated({ memberId, kind, reason, text, note, reportId, until, now }: Decision): SQL {
  if (reportId === null) return sql`0`;
  return sql`exists(select 1 from member_actions act where act.report_id = ${reportId}
    and act.sequence = (select max(sequence) from member_actions where member_id = ${memberId})
    and act.kind = ${kind} and act.reason = ${reason} and act.text = ${text} and act.note is ${note}
    and act.until - act.created_at is ${until === null ? null : until - now})`;
}

export async function findActionObject(
  db: Database,
  action: Decision,
): Promise<ActionObject | undefined> {
  const { memberId, now } = action;
  const statement = sql<ActionObject>`select m.is_admin, ${isBarred(sql`m.id`, now)} as is_barred,
          ${isOwnCase(action, sql`m.id`)} as is_own_case, ${isOfMember(action)} as report_exists
        from members m where m.id = ${memberId}`;
  return selectRow(db, statement);
}

/**
 * Stores an action with its audit row and its effects. A suspension or ban takes the member out of a run under way,
 * ends the open conversation, and lets the partner go first in the next run.
 * Stores nothing if the member is an admin or deleted, another admin must decide (see {@link isOwnCase}), there is
 * nothing to lift, the report is about other members, or the member's newest action is the same decision.
 * @returns jobs for the conversations' objects and the ledger; null if nothing was stored
 */
export async function insertAction(
  db: Database,
  action: NewAction,
  audit: AuditEntry,
): Promise<JobRow[] | null> {
  const condition = sql`${isOfMember(action)} and not ${isRepeated(action)}`;
  const { inserted, changes } = await runBatch(db, storeAction(action, audit, condition));
  return inserted.changes === 1 ? (changes?.rows ?? []) : null;
}

/** Stores an action that the restored database lacks. The effects are repeated, but no audit row is stored. */
export async function insertRestoredAction(db: Database, action: NewAction): Promise<JobRow[]> {
  const isMissing = sql`not ${isActionStored(action.id)}`;
  const { changes } = await runBatch(db, storeAction(action, null, isMissing));
  return changes?.rows ?? [];
}

/** @param condition a further condition on the member `m` */
export function storeAction(action: NewAction, audit: AuditEntry | null, condition: SQL) {
  const { id, memberId, kind, now, bar } = action;
  const isLift = kind === "lift";
  const isRestriction = kind === "suspend" || kind === "ban";
  const stored = isActionStored(id);
  const decided = { id, kind, reason: action.reason, until: action.until };
  const line = { kind: "action", at: now, member: memberId, action: decided } as const;
  const recorded = recordLine(line, stored, memberId);
  return {
    inserted: sql`insert into member_actions
          (id, member_id, admin_id, kind, reason, text, note, report_id, until, created_at)
        select ${id}, m.id, ${action.adminId}, ${kind}, ${action.reason}, ${action.text}, ${action.note},
          ${action.reportId}, ${action.until}, ${now}
        from members m where m.id = ${memberId} and m.is_admin = 0
          and not ${isOwnCase(action, sql`m.id`)}
          and (${isLift ? 0 : 1} = 1 or ${isBarred(sql`m.id`, now)}) and ${condition}`,
    audited: audit ? insertAudit(audit, sql`changes() > 0`) : undefined,
    emailFreed: isLift || isRestriction ? freeMailboxes(sql`${memberId}`, stored) : undefined,
    emailBanned: bar ? barMailboxes({ ...bar, memberId, now }, stored) : undefined,
    ...(isRestriction
      ? leaveConversations(memberId, now, stored, recorded)
      : { changes: isLift ? insertJobs(recorded) : undefined }),
  };
}

export const isActionStored = (id: string) =>
  sql`exists(select 1 from member_actions where id = ${id})`;

/**
 * Takes a member out of the runs under way, and ends the open conversation. A conversation that the partner has blocked
 * ends too, because it would otherwise reopen at the end of the block. A conversation that the member has blocked
 * doesn't end, because its end would show the blocked partner when the member was suspended.
 * @param recorded the ledger's job, which is stored with the jobs for the conversations' objects
 */
function leaveConversations(memberId: string, now: number, condition: SQL, recorded: SQL) {
  const isEnding = ({ own, other }: { own: SQL; other: SQL }) =>
    sql`from published_pairings p where ${own} = ${memberId} and p.expires_at > ${now} and ${condition}
        and not exists(select 1 from blocks b where b.blocker_id = ${memberId} and b.blocked_id = ${other})`;
  const ending = ofEachSide((side) => sql`select p.id ${isEnding(side)}`);
  return {
    ...leaveClaimedRuns(memberId, { which: condition, now }),
    ...endDayOfPartners(memberId, now, condition),
    changes: insertJobs(
      jobOfEach(ending, { kind: "close", detail: { reason: "ended" }, now }),
      recorded,
    ),
    ended: sql`update pairings set expires_at = ${now} where id in (${ending})`,
  };
}
