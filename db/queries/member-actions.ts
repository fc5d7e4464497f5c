import { type SQL, sql } from "drizzle-orm";
import { type Database, runBatch, selectRow } from "~/db/client";
import type { memberActions, reports } from "~/db/schema";
import { type AuditEntry, insertAudit } from "./audit";
import { type ChangeRow, insertChanges } from "./conversation-changes";
import type { StoredMember } from "./member-row";
import { leaveClaimedRuns, ofEachSide } from "./participation";
import { isBarred } from "./standing";
import type { StoredRow } from "./stored-row";

interface NewAction
  extends Omit<typeof memberActions.$inferSelect, "sequence" | "liftsId" | "createdAt" | "reason"> {
  reason: string;
  now: number;
  /** For a ban: the address that may not register, and until when. */
  bannedEmail: { digest: string; until: number } | null;
}

/** Flags are 0 or 1. */
interface ActionObject extends Pick<StoredMember, "email" | "is_admin"> {
  is_barred: number;
  /** Whether the report is one by or about the member. */
  report_exists: number;
}

const ofMember = (memberId: string, reportId: string | null) =>
  sql`exists(select 1 from reports where id = ${reportId} and ${memberId} in (reported_id, reporter_id))`;

/** The member whom an action is to be about; undefined when there is none. */
export async function findActionObject(
  db: Database,
  { memberId, reportId, now }: { memberId: string; reportId: string | null; now: number },
): Promise<ActionObject | undefined> {
  const statement = sql<ActionObject>`select m.email, m.is_admin, ${isBarred(sql`m.id`, now)} as is_barred,
          ${ofMember(memberId, reportId)} as report_exists
        from members m where m.id = ${memberId}`;
  return selectRow(db, statement);
}

type ReportedRow = Pick<StoredRow<typeof reports>, "reported_id" | "status">;

/** Whom a report is about, null once that account is deleted; undefined when there is no such report. */
export async function findReported(
  db: Database,
  reportId: string,
): Promise<ReportedRow | undefined> {
  const statement = sql<ReportedRow>`select reported_id, status from reports where id = ${reportId}`;
  return selectRow(db, statement);
}

interface InsertedAction {
  inserted: boolean;
  /** What the conversations' objects must carry out; empty but for a suspension or a ban. */
  changes: ChangeRow[];
}

/**
 * Stores an action with its audit row and all that follows from it, in one transaction: a suspension or ban takes the
 * member out of a run that is under way, ends the open conversation, and lets the partner go first in the next run.
 * Nothing is stored about an admin or a member who is gone, and no lift where nothing is in force.
 */
export async function insertAction(
  db: Database,
  action: NewAction,
  audit: AuditEntry,
): Promise<InsertedAction> {
  const { id, memberId, kind, now, bannedEmail } = action;
  const isLift = kind === "lift";
  const isRestriction = kind === "suspend" || kind === "ban";
  const stored = sql`exists(select 1 from member_actions where id = ${id})`;
  const { inserted, changes } = await runBatch(db, {
    inserted: sql`insert into member_actions
          (id, member_id, admin_id, kind, reason, text, note, report_id, until, created_at)
        select ${id}, m.id, ${action.adminId}, ${kind}, ${action.reason}, ${action.text}, ${action.note},
          ${action.reportId}, ${action.until}, ${now}
        from members m where m.id = ${memberId} and m.is_admin = 0
          and (${isLift ? 0 : 1} = 1 or ${isBarred(sql`m.id`, now)})`,
    audited: insertAudit(audit, sql`1`, stored),
    emailFreed:
      kind === "warn"
        ? undefined
        : sql`delete from banned_emails where member_id = ${memberId} and ${stored}`,
    emailBanned: bannedEmail
      ? sql`insert into banned_emails (email_digest, member_id, until)
            select ${bannedEmail.digest}, ${memberId}, ${bannedEmail.until} where ${stored}
            on conflict (email_digest) do update set member_id = excluded.member_id, until = excluded.until`
      : undefined,
    ...(isRestriction ? leaveConversations(memberId, now, stored) : { changes: undefined }),
  });
  return { inserted: inserted.changes === 1, changes: changes?.rows ?? [] };
}

/** Statements that end what a member takes part in; `changes` is what the conversations' objects must carry out. */
function leaveConversations(memberId: string, now: number, condition: SQL) {
  const isOpen = ({ own }: { own: SQL }) =>
    sql`from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
        where ${own} = ${memberId} and p.expires_at > ${now} and ${condition}`;
  return {
    ...leaveClaimedRuns(memberId, condition, now),
    endedEarly: sql`insert or ignore into day_offs (run_id, member_id, ended_early)
        ${ofEachSide((side) => sql`select p.run_id, ${side.other}, 1 ${isOpen(side)} and not ${isBarred(side.other, now)}`)}`,
    changes: insertChanges(sql`${ofEachSide((side) => sql`select p.id ${isOpen(side)}`)}`, {
      kind: "close",
      detail: { reason: "ended" },
      now,
    }),
    ended: sql`update pairings set expires_at = ${now}
        where id in (${ofEachSide((side) => sql`select p.id ${isOpen(side)}`)})`,
  };
}
