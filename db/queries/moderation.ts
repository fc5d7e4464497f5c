import { and, eq, sql } from "drizzle-orm";
import type { ReportReason } from "~/core/shared/constants";
import type { WindowState } from "~/core/shared/rate-limit";
import { type Database, runBatch, runStatement } from "~/db/client";
import { blocks, members, pairings, publishedPairings, reports } from "~/db/schema";
import { type ChangeRow, insertChanges } from "./conversation-changes";
import { knownName } from "./partner-card";
import { toState, type WindowRow } from "./rate-window";
import { shutSeals } from "./sealed-addresses";

export interface BlockedRow {
  id: string;
  blocked_id: string;
  name: string;
  avatar_url: string | null;
  created_at: number;
}

/** Whom a member has blocked, newest first. */
export async function listBlocked(db: Database, memberId: string): Promise<BlockedRow[]> {
  const { rows } = await runStatement<BlockedRow>(
    db,
    sql`select b.id, b.blocked_id, ${knownName(sql`b.blocker_id`)} as name, m.avatar_url, b.created_at
        from ${blocks} b join ${members} m on m.id = b.blocked_id
        where b.blocker_id = ${memberId} order by b.created_at desc, b.rowid desc`,
  );
  return rows;
}

interface MemberPair {
  blockerId: string;
  blockedId: string;
}

export interface InsertedBlock {
  /** Undefined when there is no such member. */
  blockedName: string | undefined;
  isNew: boolean;
  /** For the conversations of the two that have not expired yet. */
  changes: ChangeRow[];
}

const openBetween = ({ blockerId, blockedId }: MemberPair, now: number) => {
  const between = (one: string, other: string) =>
    sql`select ${pairings.id} from ${pairings} where ${pairings.user1Id} = ${one}
      and ${pairings.user2Id} = ${other} and ${pairings.expiresAt} > ${now}`;
  return sql`${between(blockerId, blockedId)} union all ${between(blockedId, blockerId)}`;
};

/**
 * Stores a block unless it is there already, or there is no such member. The open conversations of the two are to be
 * closed, also when the block was there: an earlier call may have broken off before it was done. Their sealed addresses
 * are shut for good.
 */
export async function insertBlock(
  db: Database,
  { id, blockerId, blockedId, now }: MemberPair & { id: string; now: number },
): Promise<InsertedBlock> {
  const { member, inserted, changes } = await runBatch(db, {
    member: sql<{ name: string }>`select ${knownName(sql`${blockerId}`)} as name from ${members} m
        where m.id = ${blockedId}`,
    inserted: sql`insert into ${blocks} (id, blocker_id, blocked_id, created_at)
        select ${id}, x.id, y.id, ${now} from ${members} x, ${members} y
        where x.id = ${blockerId} and y.id = ${blockedId}
        on conflict (blocker_id, blocked_id) do nothing`,
    changes: insertChanges(openBetween({ blockerId, blockedId }, now), {
      kind: "close",
      detail: { reason: "blocked" },
      now,
    }),
    seals: shutSeals(openBetween({ blockerId, blockedId }, now), now),
  });
  return {
    blockedName: member.rows[0]?.name,
    isNew: inserted.changes === 1,
    changes: changes.rows,
  };
}

/**
 * Deletes a block if there is one. The open conversations of the two are to be opened again, unless the other one's
 * block keeps them closed.
 */
export async function deleteBlock(
  db: Database,
  { blockerId, blockedId, now }: MemberPair & { now: number },
): Promise<ChangeRow[]> {
  const open = sql`select id from (${openBetween({ blockerId, blockedId }, now)})
      where not exists(select 1 from ${blocks} where blocker_id = ${blockedId} and blocked_id = ${blockerId})`;
  const { changes } = await runBatch(db, {
    deleted: db
      .delete(blocks)
      .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId))),
    changes: insertChanges(open, { kind: "reopen", now }),
  });
  return changes.rows;
}

const reportsSince = (reporterId: string, since: number) =>
  sql<WindowRow>`select count(*) as count, min(${reports.createdAt}) as oldest from ${reports}
      where ${reports.reporterId} = ${reporterId} and ${reports.createdAt} > ${since}`;

/** How many reports a member has sent since an instant. */
export async function countReports(
  db: Database,
  { reporterId, since }: { reporterId: string; since: number },
): Promise<WindowState> {
  return toState(await runStatement(db, reportsSince(reporterId, since)));
}

export interface NewReport {
  id: string;
  reporterId: string;
  reportedId: string;
  /** Null: the latest conversation of the two. */
  conversationId: string | null;
  reason: ReportReason;
  details: string | null;
  now: number;
}

type ReportAsk = Pick<NewReport, "reporterId" | "reportedId" | "conversationId">;

/** The conversation that a report is about: the named one, if it is of the two, or their newest. */
const reportedConversation = ({ reporterId, reportedId, conversationId }: ReportAsk) => {
  const side = (one: string, other: string) =>
    sql`select p.id, p.expires_at from ${publishedPairings} p
        where p.user1_id = ${one} and p.user2_id = ${other}`;
  // Reads the whole past of the reporter, at most a row per day; a named conversation is found by its key.
  const shared = sql`${side(reporterId, reportedId)} union all ${side(reportedId, reporterId)}`;
  const named = sql<{ id: string }>`select p.id from ${publishedPairings} p
      where p.id = ${conversationId} and ((p.user1_id = ${reporterId} and p.user2_id = ${reportedId})
        or (p.user1_id = ${reportedId} and p.user2_id = ${reporterId}))`;
  const chosen =
    conversationId === null
      ? sql<{ id: string }>`select id from (${shared}) order by expires_at desc limit 1`
      : named;
  return {
    chosen,
    everPaired: sql`select case when exists(${named}) then 1 else exists(${shared}) end`,
  };
};

interface Sender {
  id: string;
  name: string;
  avatar_url: string | null;
}

export interface ReportTarget {
  /** Undefined unless there is a conversation that the report may be about. */
  conversationId: string | undefined;
  everPaired: boolean;
  /** The window as it was before this report. */
  before: WindowState;
  /** Names and avatars of the two, by their ids: what the evidence shows beside the messages. */
  senders: Sender[];
}

/** What a report is about and whether it may be made, before its evidence is read. */
export async function findReportTarget(
  db: Database,
  ask: ReportAsk,
  since: number,
): Promise<ReportTarget> {
  const { chosen, everPaired } = reportedConversation(ask);
  const { before, paired, target, senders } = await runBatch(db, {
    before: reportsSince(ask.reporterId, since),
    paired: sql<{ paired: number }>`select (${everPaired}) as paired`,
    target: chosen,
    senders: sql<Sender>`select ${members.id}, ${members.name}, ${members.avatarUrl} from ${members}
        where ${members.id} in (${ask.reporterId}, ${ask.reportedId})`,
  });
  return {
    conversationId: target.rows[0]?.id,
    everPaired: paired.rows[0]?.paired === 1,
    before: toState(before),
    senders: senders.rows,
  };
}

/**
 * Stores a report with its evidence, in one statement that also decides whether it may: the two were paired in a
 * published run, the conversation is theirs, and the day's limit has room.
 * @param evidence JSON array of the conversation's last messages
 * @returns whether it was stored, and the window as it was before
 */
export async function insertReport(
  db: Database,
  report: NewReport & { evidence: string },
  limits: { since: number; limit: number },
): Promise<{ stored: boolean; before: WindowState }> {
  const { chosen } = reportedConversation(report);
  const { reporterId, reportedId } = report;
  const { before, inserted } = await runBatch(db, {
    before: reportsSince(reporterId, limits.since),
    inserted: sql`insert into ${reports}
          (id, reporter_id, reported_id, conversation_id, reason, details, evidence, status, created_at)
        select ${report.id}, ${reporterId}, ${reportedId}, o.id, ${report.reason}, ${report.details},
          ${report.evidence}, 'open', ${report.now}
        from (${chosen}) o
        where (select count from (${reportsSince(reporterId, limits.since)})) < ${limits.limit}`,
  });
  return {
    stored: inserted.changes === 1,
    before: toState(before),
  };
}
