import { type SQL, sql } from "drizzle-orm";
import { ADMIN_PAGE_MAX } from "~/core/shared/constants";
import { freeMailboxes } from "~/db/accounts/kept-digests";
import { type Database, runBatch, type StoredRow } from "~/db/client";
import { insertJobs, type JobRow } from "~/db/operations/jobs";
import type { appeals, memberActions } from "~/db/schema";
import { type AuditEntry, insertAudits, insertListAudit } from "./audit";
import { existsOtherAdmin, hasPart, type Judge, mayJudge } from "./own-case";
import { actionInForce, isBarred } from "./standing";

type StoredAppeal = StoredRow<typeof appeals>;
export type AppealRow = Pick<StoredAppeal, "decision" | "text" | "answer">;

/**
 * @returns `current`: the appeal against the action in force, or against the newest action if none is in force.
 * `answered`: of the appeals against actions that aren't in force, the one answered last; null if no action is in
 * force.
 */
export async function findAppeals(
  db: Database,
  memberId: string,
  now: number,
): Promise<{ current: AppealRow | null; answered: AppealRow | null }> {
  const { current, answered } = await runBatch(db, {
    current: sql<AppealRow>`select p.text, p.decision, p.answer
        from (select act.id from member_actions act where act.member_id = ${memberId} and act.kind in ('warn', 'suspend', 'ban')
          order by act.sequence = ${actionInForce(sql`${memberId}`, now)} desc, act.sequence desc limit 1) t
        join appeals p on p.action_id = t.id`,
    answered: sql<AppealRow>`select p.text, p.decision, p.answer
        from member_actions act join appeals p on p.action_id = act.id
        where act.member_id = ${memberId} and p.decision is not null
          and act.sequence <> ${actionInForce(sql`${memberId}`, now)}
        order by p.decided_at desc limit 1`,
  });
  return { current: current.rows[0] ?? null, answered: answered.rows[0] ?? null };
}

export async function insertAppeal(
  db: Database,
  { id, memberId, text, now }: { id: string; memberId: string; text: string; now: number },
): Promise<"inserted" | "nothing_to_appeal" | "already_appealed"> {
  const inForce = sql`member_actions act where act.sequence = ${actionInForce(sql`${memberId}`, now)}`;
  const { found, inserted } = await runBatch(db, {
    found: sql`select 1 from ${inForce}`,
    inserted: sql`insert into appeals (id, action_id, text, created_at)
        select ${id}, act.id, ${text}, ${now} from ${inForce} on conflict (action_id) do nothing`,
  });
  if (inserted.changes === 1) return "inserted";
  return found.rows.length > 0 ? "already_appealed" : "nothing_to_appeal";
}

export interface AdminAppealRow
  extends Pick<StoredAppeal, "id" | "action_id" | "text" | "answer" | "created_at" | "decision">,
    Pick<StoredRow<typeof memberActions>, "member_id" | "kind" | "reason" | "until"> {
  name: string;
  /** The report that led to the action; null if there is none that the admin may judge. */
  report_id: string | null;
  action_text: string;
  action_created_at: number;
}

const appealColumns = (judge: Judge) => sql`
  (select k.id from reports k where k.id = a.report_id and ${mayJudge(judge)}) as report_id, ${sql.raw(
    `p.id, m.id as member_id, m.name, a.id as action_id, a.kind, a.reason, a.text as action_text, a.until,
   a.created_at as action_created_at, p.text, p.answer, p.created_at, p.decision`,
  )}`;

const appealsJoined = sql.raw(
  "appeals p cross join member_actions a on a.id = p.action_id join members m on m.id = a.member_id",
);

/**
 * The newest appeals come first. With `waitingFirst`, undecided appeals come before all others, and the oldest
 * undecided appeal comes first.
 */
export async function readAppeals(
  db: Database,
  waitingFirst: boolean,
  audit: AuditEntry,
): Promise<AdminAppealRow[]> {
  const limit = ADMIN_PAGE_MAX;
  const others = sql.raw(waitingFirst ? "where p.decision is not null" : "");
  const { waiting, newest } = await runBatch(db, {
    waiting: waitingFirst
      ? sql<AdminAppealRow>`select ${appealColumns(audit)} from ${appealsJoined} where p.decision is null
          order by p.created_at, p.id limit ${limit}`
      : undefined,
    newest: sql<AdminAppealRow>`select ${appealColumns(audit)} from ${appealsJoined} ${others}
        order by p.created_at desc, p.id desc limit ${limit}`,
    audited: insertListAudit(
      audit,
      sql`select a.member_id as one_id, null as other_id, p.id as object_id
        from ${appealsJoined} order by p.created_at desc, p.id desc limit ${limit}`,
    ),
  });
  return [...(waiting?.rows ?? []), ...newest.rows].slice(0, limit);
}

interface AppealDecision {
  appealId: string;
  decision: "upheld" | "overturned";
  text: string;
  liftId: string;
}

type DecisionOutcome =
  /**
   * `changes` has the job that records the lift in the ledger. There is no job if the lifted action was no longer in
   * force. After a restore, an admin must repeat such a lift.
   */
  | { outcome: "decided"; row: AdminAppealRow; changes: JobRow[] }
  | { outcome: "already_decided" | "other_admin_required" | "appeal_not_found" };

/**
 * Decides an appeal once. An admin who took the action or has a part in the member's case is refused, unless the same
 * is true of every other active admin. The decision `overturned` lifts the action and, if the action is in force, all
 * earlier actions too (docs/rules.md#appeals).
 */
export async function updateAppeal(
  db: Database,
  { appealId, decision, text, liftId }: AppealDecision,
  audit: AuditEntry,
): Promise<DecisionOutcome> {
  const { adminId, now } = audit;
  const isPartial = (admin: SQL) =>
    sql`(a.admin_id is ${admin} or ${hasPart(admin, sql`a.member_id`, now)})`;
  const isForOther = sql`(${isPartial(sql`${adminId}`)}
    and ${existsOtherAdmin(audit, sql`not ${isPartial(sql`o.id`)}`)})`;
  // True if the last statement changed a row. A comparison with the stored values isn't enough, because an earlier
  // decision in the same millisecond could have stored the same values.
  const isDecided = sql`changes() > 0`;
  const ofAppeal = sql`appeals p join member_actions a on a.id = p.action_id where p.id = ${appealId}`;
  const { updated, found, recorded } = await runBatch(db, {
    updated: sql`update appeals set decision = ${decision}, answer = ${text}, decided_by = ${adminId}, decided_at = ${now}
        where id = ${appealId} and decision is null
          and not exists(select 1 from member_actions a where a.id = appeals.action_id and ${isForOther})`,
    audited: insertAudits(
      audit,
      sql`select a.member_id as subject_id, p.id as object_id from ${ofAppeal} and ${isDecided}`,
    ),
    lifted: sql`insert into member_actions
          (id, member_id, admin_id, kind, reason, text, lifts_id, created_at)
        select ${liftId}, a.member_id, ${adminId}, 'lift', a.reason, ${text},
          case a.sequence when ${actionInForce(sql`a.member_id`, now)} then null else a.id end, ${now}
        from ${ofAppeal} and ${decision} = 'overturned' and ${isDecided}
          and not exists(select 1 from member_actions l where l.member_id = a.member_id and l.lifts_id = a.id)`,
    freed: freeMailboxes(
      sql`(select member_id from member_actions where id = ${liftId})`,
      sql`not ${isBarred(sql`subject_id`, now)}`,
    ),
    recorded:
      insertJobs(sql`select null, 'record', json_object('kind', 'action', 'at', ${now}, 'member', l.member_id,
          'action', json_object('id', l.id, 'kind', 'lift', 'reason', l.reason, 'until', null)), ${now}
        from member_actions l where l.id = ${liftId} and l.lifts_id is null`),
    found: sql<AdminAppealRow>`select ${appealColumns(audit)} from ${appealsJoined} where p.id = ${appealId}`,
  });
  const row = found.rows[0];
  if (!row) return { outcome: "appeal_not_found" };
  if (updated.changes === 1) return { outcome: "decided", row, changes: recorded.rows };
  return { outcome: row.decision === null ? "other_admin_required" : "already_decided" };
}
