import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { ReportReason } from "~/core/shared/constants";
import {
  hasConfirmed,
  isEarlierBlock,
  isWithheld,
  keptBlocksOf,
  type MemberOfServer,
  wasReportedBefore,
} from "~/db/accounts/kept-digests";
import * as rates from "~/db/accounts/rate-window";
import { type Database, runBatch, selectRows } from "~/db/client";
import { isRevealed } from "~/db/conversation/sealed-addresses";
import { insertJobs, type JobRow, jobOfEach } from "~/db/operations/jobs";
import { recordLine } from "~/db/operations/ledger";
import { knownName, newestCard } from "~/db/pairing/partner-card";
import { reports } from "~/db/schema";
import { existsOtherAdmin } from "./own-case";
import { insertEvidenceJob, type PendingEvidence, type SenderRow } from "./report-evidence";

interface BlockedRow {
  id: string;
  blocked_id: string;
  name: string;
  created_at: number;
  /** Card of the two members' newest pairing; null if they were never paired. */
  card: string | null;
}

/** Name of a blocked member who has left, even if the address is registered again. */
const LEFT_NAME = "A member who has left";

/** @param order of the blocks by instant, and of blocks of the same instant by rowid */
export const selectBlocked = (member: MemberOfServer, now: number, order: "asc" | "desc") => {
  const { memberId } = member;
  const withheld = isWithheld(member);
  const direction = sql.raw(order);
  return sql<BlockedRow>`select id, blocked_id, name, created_at, card from (
        select b.id, coalesce(b.left_id, b.blocked_id) as blocked_id,
          iif(b.left_id is not null, ${LEFT_NAME}, ${knownName(sql`b.blocker_id`)}) as name,
          b.created_at, iif(b.left_id is null, ${newestCard(sql`b.blocker_id`)}, null) as card, b.rowid as place
        from blocks b join members m on m.id = b.blocked_id where b.blocker_id = ${memberId}
          and not (${withheld} and ${isEarlierBlock("b")})
        union all
        select id, left_id, ${LEFT_NAME}, created_at, null, 0 from (${keptBlocksOf(memberId, withheld, now)}))
      order by created_at ${direction}, place ${direction}`;
};

export function listBlocked(
  db: Database,
  member: MemberOfServer,
  now: number,
): Promise<BlockedRow[]> {
  return selectRows(db, selectBlocked(member, now, "desc"));
}

interface MemberPair {
  blockerId: string;
  blockedId: string;
}

interface InsertedBlock {
  blockedName: string | undefined;
  isNew: boolean;
  /**
   * Jobs that close the open conversations of the two members and, if the block is new, the
   * ledger's job.
   */
  changes: JobRow[];
}

/** Condition: a pairing of the two members has not ended. */
const isOpenBetween = (
  { blockerId, blockedId }: MemberPair,
  now: number,
) => sql`(expires_at > ${now}
  and (user1_id = ${blockerId} and user2_id = ${blockedId} or user1_id = ${blockedId} and user2_id = ${blockerId}))`;

/**
 * Deletes a block that is withheld from the blocker (see {@link isWithheld}), so that the blocker's
 * own block can be stored. The earlier account's block stays kept for the owner of the address.
 */
function replaceEarlierBlock({ blockerId, blockedId }: MemberPair) {
  const withheld = isWithheld({ memberId: blockerId, mustVerify: true });
  return {
    replaced: sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}
        and ${isEarlierBlock("blocks")} and ${withheld}`,
    detached: sql`update kept_digests set subject_id = null where kind = 'block' and subject is not null
        and subject_id = ${blockerId} and other_id = ${blockedId} and ${withheld}`,
  };
}

/**
 * Stores a block, and jobs that close the open conversations of the two members. Shuts the sealed
 * addresses of these conversations for good. Stores no block if there is no such member. If the
 * block exists already, the jobs are stored all the same, because an earlier call may have failed
 * before the closing. A block that is withheld from the member counts as missing, so that the
 * answer doesn't reveal it.
 */
export async function insertBlock(
  db: Database,
  block: MemberPair & { id: string; mustVerify: boolean; now: number },
): Promise<InsertedBlock> {
  const { id, blockerId, blockedId, mustVerify, now } = block;
  const isOpen = isOpenBetween(block, now);
  const { member, inserted, changes } = await runBatch(db, {
    member: sql<{ name: string }>`select ${knownName(sql`${blockerId}`)} as name from members m
        where m.id = ${blockedId}`,
    ...(mustVerify ? replaceEarlierBlock(block) : {}),
    inserted: sql`insert into blocks (id, blocker_id, blocked_id, created_at)
        select ${id}, x.id, y.id, ${now} from members x, members y
        where x.id = ${blockerId} and y.id = ${blockedId}
        on conflict (blocker_id, blocked_id) do nothing`,
    changes: insertJobs(
      jobOfEach(sql`select id from pairings where ${isOpen}`, {
        kind: "close",
        detail: { reason: "blocked", at: now },
        now,
      }),
      recordLine(
        { kind: "block", at: now, member: blockerId, other: blockedId },
        sql`exists(select 1 from blocks where id = ${id})`,
      ),
    ),
    seals: sql`update pairings set sealed_shut_at = coalesce(sealed_shut_at, ${now}) where ${isOpen}`,
  });
  return {
    blockedName: member.rows[0]?.name,
    isNew: inserted.changes === 1,
    changes: changes.rows,
  };
}

/**
 * Deletes a block, if there is one. A blocked member who has left is named by their former id, or
 * by the digest in the list of blocks. If an earlier account with the blocker's address made the
 * block, it ends for good only if the blocker has confirmed the address. Otherwise the block stays
 * kept for the owner of the address. While the block is withheld, it isn't deleted at all.
 * @param block.at instant of the ledger's line, if a restore repeats the end of the block
 * @returns the ledger's job, and jobs that reopen the open conversations of the two members unless
 * the other member's block keeps them closed
 */
export async function deleteBlock(
  db: Database,
  block: MemberPair & { leftIds: string[]; mustVerify: boolean; now: number; at?: number },
): Promise<JobRow[]> {
  const { blockerId, blockedId, leftIds, mustVerify, now, at = now } = block;
  const withheld = isWithheld({ memberId: blockerId, mustVerify });
  const isNamed = (id: string, left: string) =>
    sql`(${sql.raw(id)} = ${blockedId} or ${sql.raw(left)} in (select value from json_each(${JSON.stringify(leftIds)})))`;
  const isReopening = sql`${isOpenBetween(block, now)}
    and not exists(select 1 from blocks where blocker_id = ${blockedId} and blocked_id = ${blockerId})`;
  const { changes } = await runBatch(db, {
    changes: insertJobs(
      jobOfEach(sql`select id from pairings where ${isReopening}`, { kind: "reopen", now }),
      recordLine(
        { kind: "unblock", at, member: blockerId, other: blockedId },
        sql`exists(select 1 from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}
          and not (${withheld} and ${isEarlierBlock("blocks")}))`,
      ),
    ),
    deleted: sql`delete from blocks where blocker_id = ${blockerId} and ${isNamed("blocked_id", "left_id")}
        and not (${withheld} and ${isEarlierBlock("blocks")})`,
    kept: sql`delete from kept_digests
        where kind = 'block' and subject_id = ${blockerId} and ${isNamed("other_id", "other")}
          and (subject is null or ${hasConfirmed(blockerId)})`,
    detached: sql`update kept_digests set subject_id = null
        where kind = 'block' and subject_id = ${blockerId} and ${isNamed("other_id", "other")} and not ${withheld}`,
  });
  return changes.rows;
}

export interface NewReport {
  id: string;
  reporterId: string;
  reportedId: string;
  /** Null for the latest conversation of the two. */
  conversationId: string | null;
  reason: ReportReason;
  details: string | null;
  now: number;
}

const isOpenReport = (reporterId: string, conversationId: SQL) =>
  sql`o.reporter_id = ${reporterId} and o.status = 'open' and o.conversation_id = ${conversationId}`;

export type ReportedPair = Pick<NewReport, "reporterId" | "reportedId" | "conversationId">;

/**
 * `chosen` is the named conversation, if it is between these two members. If none is named, it is
 * their newest. `shared` are all conversations of the two.
 */
const reportedConversation = ({ reporterId, reportedId, conversationId }: ReportedPair) => {
  const side = (one: string, other: string) =>
    sql`select p.id, p.expires_at from published_pairings p
        where p.user1_id = ${one} and p.user2_id = ${other}`;
  // Reads all past pairings of the reporter, about one row per day.
  const shared = sql`${side(reporterId, reportedId)} union all ${side(reportedId, reporterId)}`;
  const named = sql<{ id: string }>`select p.id from published_pairings p
      where p.id = ${conversationId} and ((p.user1_id = ${reporterId} and p.user2_id = ${reportedId})
        or (p.user1_id = ${reportedId} and p.user2_id = ${reporterId}))`;
  const chosen =
    conversationId === null
      ? sql<{ id: string }>`select id from (${shared}) order by expires_at desc limit 1`
      : named;
  return { chosen, shared };
};

export type OpenReport = Pick<typeof reports.$inferSelect, "id" | "evidence">;

interface TargetRow {
  conversation_id: string | null;
  ever_paired: number;
  /** The reporter's open report about the conversation, to which a further one is added. */
  open_id: string | null;
  evidence: string | null;
  /** The reported member's revealed line, and when it was left. */
  address: string | null;
  left_at: number | null;
  /**
   * The line, encrypted, if the reported member withdrew it and the reporter may still report it.
   */
  withdrawn: string | null;
}

interface ReportTarget extends TargetRow {
  states: rates.WindowStates;
  senders: SenderRow[];
}

/** Runs before the evidence is read. */
export async function findReportTarget(
  db: Database,
  pair: ReportedPair,
  windows: rates.RateWindows,
): Promise<ReportTarget> {
  const { reporterId, reportedId } = pair;
  const { now } = windows;
  const { chosen, shared } = reportedConversation(pair);
  const { states, target, senders } = await runBatch(db, {
    states: rates.selectWindows(windows),
    target: sql<TargetRow>`with chosen as materialized (select (${chosen}) as id)
      select chosen.id as conversation_id, chosen.id is not null or exists(${shared}) as ever_paired, o.id as open_id, o.evidence,
        iif(${isRevealed(now)}, a.address, null) as address, a.updated_at as left_at, w.line as withdrawn
      from chosen left join reports o on ${isOpenReport(reporterId, sql`chosen.id`)}
        left join sealed_addresses a on a.conversation_id = chosen.id and a.member_id = ${reportedId} and a.address is not null
        left join pairings p on p.id = a.conversation_id
        left join kept_words w on w.conversation_id = chosen.id and w.author = ${reportedId} and w.until > ${now}`,
    senders: sql<SenderRow>`select id, name, avatar_url as "avatarUrl" from members
        where id in (${reporterId}, ${reportedId})`,
  });
  return {
    ...(target.rows[0] as TargetRow),
    states: rates.toStates(windows, states),
    senders: senders.rows,
  };
}

/**
 * Stores a report, if the two members had the conversation in a published run, the reporter has no
 * open report about it, and the day's limit has room.
 * @param report.evidence JSON array of the conversation's last messages
 * @returns whether the report was stored, the window as it was before, and whether the report is
 * about an admin while no other admin was active recently
 */
export async function insertReport(
  db: Database,
  report: NewReport & { evidence: string; pending: PendingEvidence | null },
  windows: rates.RateWindows,
): Promise<{ stored: boolean; states: rates.WindowStates; isAboutLoneAdmin: boolean }> {
  const { chosen } = reportedConversation(report);
  const { id, reporterId, reportedId } = report;
  const isStored = sql`exists(select 1 from reports where id = ${id})`;
  const { states, inserted, loneAdmin } = await runBatch(db, {
    states: rates.selectWindows(windows),
    inserted: sql`insert into reports
          (id, reporter_id, reported_id, reported_name, conversation_id, reason, details, evidence, is_repeat, status,
            created_at)
        select ${id}, ${reporterId}, m.id, ${knownName(sql`${reporterId}`)}, c.id, ${report.reason}, ${report.details},
          ${report.evidence}, exists(select 1 from reports e where e.reported_id = m.id)
            or ${wasReportedBefore(sql`m.id`)}, 'open', ${report.now}
        from (${chosen}) c cross join members m on m.id = ${reportedId}
        where ${rates.hasRoom(windows)}
          and not exists(select 1 from reports o where ${isOpenReport(reporterId, sql`c.id`)})`,
    counted: rates.countEvent(windows, isStored),
    pending: insertEvidenceJob(id, report.pending, isStored),
    loneAdmin: sql`select 1 from members where id = ${reportedId} and is_admin = 1
        and not ${existsOtherAdmin({ adminId: reportedId, now: report.now })}`,
  });
  return {
    stored: inserted.changes === 1,
    states: rates.toStates(windows, states),
    isAboutLoneAdmin: loneAdmin.rows.length > 0,
  };
}

/** Most code points of a report's details, additions included. */
const DETAILS_TOTAL = 10_000;

/**
 * Adds text and evidence to an open report. Drops the text if the details would become longer than
 * {@link DETAILS_TOTAL}. Counts as a report towards the day's limit (docs/rules.md#reports).
 * @param added.evidence replaces the evidence of `open`
 * @returns `stored` is false if the report was closed or changed meanwhile, or the limit is reached
 */
export async function addToReport(
  db: Database,
  added: {
    open: OpenReport;
    details: string | null;
    evidence: string;
    pending: PendingEvidence | null;
  },
  windows: rates.RateWindows,
): Promise<{ stored: boolean; states: rates.WindowStates }> {
  const { open, details, evidence, pending } = added;
  const isThis = sql`id = ${open.id} and status = 'open' and evidence = ${open.evidence}`;
  const isOpen = sql`exists(select 1 from reports where ${isThis})`;
  const { states, updated } = await runBatch(db, {
    states: rates.selectWindows(windows),
    pending: insertEvidenceJob(open.id, pending, sql`${rates.hasRoom(windows)} and ${isOpen}`),
    counted: rates.countEvent(windows, sql`${rates.hasRoom(windows)} and ${isOpen}`),
    // `changes() > 0`: the statement before this one has counted the addition.
    updated: sql`update reports set details = case
          when ${details} is null or length(details) + length(${details}) > ${DETAILS_TOTAL} then details
          when details is null then ${details} else details || char(10) || ${details} end, evidence = ${evidence}
        where ${isThis} and changes() > 0`,
  });
  return { stored: updated.changes === 1, states: rates.toStates(windows, states) };
}

/** The id and the name of a reported member who has left are null. */
export const readOwnReports = (db: Database, reporterId: string) =>
  db
    .select({
      id: reports.id,
      reportedId: reports.reportedId,
      reportedName: reports.reportedName,
      reason: reports.reason,
      status: reports.status,
      outcome: reports.outcome,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .where(eq(reports.reporterId, reporterId))
    .orderBy(desc(reports.createdAt), desc(reports.id));
