import { sql } from "drizzle-orm";
import type { WindowState } from "~/core/shared/rate-limit";
import { type Database, runBatch, runStatement } from "~/db/client";
import { toState } from "./rate-window";

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
    sql`select b.id, b.blocked_id, m.name, m.avatar_url, b.created_at
        from blocks b join members m on m.id = b.blocked_id
        where b.blocker_id = ${memberId} order by b.created_at desc, b.rowid desc`,
  );
  return rows;
}

interface Two {
  blockerId: string;
  blockedId: string;
}

export interface InsertedBlock {
  /** Undefined when there is no such member. */
  blockedName: string | undefined;
  isNew: boolean;
  /** Conversations of the two that have not expired yet. */
  openConversationIds: string[];
}

/** Stores a block unless it is there already, or there is no such member. */
export async function insertBlock(
  db: Database,
  { id, blockerId, blockedId, now }: Two & { id: string; now: number },
): Promise<InsertedBlock> {
  const between = (one: string, other: string) =>
    sql`select id from pairings where user1_id = ${one} and user2_id = ${other} and expires_at > ${now}`;
  const [member, inserted, open] = await runBatch(db, [
    sql`select name from members where id = ${blockedId}`,
    sql`insert into blocks (id, blocker_id, blocked_id, created_at)
        select ${id}, x.id, y.id, ${now} from members x, members y
        where x.id = ${blockerId} and y.id = ${blockedId}
        on conflict (blocker_id, blocked_id) do nothing`,
    sql`${between(blockerId, blockedId)} union all ${between(blockedId, blockerId)}`,
  ]);
  return {
    blockedName: member?.rows[0] && String(member.rows[0].name),
    isNew: inserted?.changes === 1,
    openConversationIds: (open?.rows ?? []).map((row) => String(row.id)),
  };
}

/** Deletes a block if there is one. */
export async function deleteBlock(db: Database, { blockerId, blockedId }: Two): Promise<void> {
  await runStatement(
    db,
    sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`,
  );
}

const reportsSince = (reporterId: string, since: number) =>
  sql`select count(*) as count, min(created_at) as oldest from reports
      where reporter_id = ${reporterId} and created_at > ${since}`;

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
  reason: string;
  details: string | null;
  now: number;
}

export interface InsertedReport {
  stored: boolean;
  everPaired: boolean;
  /** The window as it was before this report. */
  before: WindowState;
}

/**
 * Stores a report with the conversation's last messages as they are, in one transaction that also
 * decides whether it may: the two were paired in a published run, the conversation is theirs, and
 * the day's limit has room.
 */
export async function insertReport(
  db: Database,
  report: NewReport,
  limits: { since: number; limit: number; evidence: number },
): Promise<InsertedReport> {
  const { reporterId, reportedId, conversationId } = report;
  const between = (one: string, other: string) =>
    sql`select p.id, p.expires_at from pairings p
        join pairing_runs r on r.id = p.run_id and r.state = 'published'
        where p.user1_id = ${one} and p.user2_id = ${other}`;
  // Reads the whole past of the reporter, at most a row a day; a named conversation is found by its key.
  const shared = sql`${between(reporterId, reportedId)} union all ${between(reportedId, reporterId)}`;
  const named = sql`select p.id from pairings p
      join pairing_runs r on r.id = p.run_id and r.state = 'published'
      where p.id = ${conversationId} and ((p.user1_id = ${reporterId} and p.user2_id = ${reportedId})
        or (p.user1_id = ${reportedId} and p.user2_id = ${reporterId}))`;
  const chosen =
    conversationId === null
      ? sql`select id from (${shared}) order by expires_at desc limit 1`
      : named;
  const [before, paired, inserted] = await runBatch(db, [
    reportsSince(reporterId, limits.since),
    sql`select case when exists(${named}) then 1 else exists(${shared}) end as paired`,
    sql`insert into reports
          (id, reporter_id, reported_id, conversation_id, reason, details, evidence, status, created_at)
        select ${report.id}, ${reporterId}, ${reportedId}, o.id, ${report.reason}, ${report.details},
          (select json_group_array(json_object('message_id', e.id, 'sender_id', e.sender_id,
              'sender_name', e.name, 'sender_avatar', e.avatar_url, 'content', e.content,
              'created_at', e.created_at, 'is_read', json(iif(e.read_at is null, 'false', 'true'))))
            from (select * from (select x.id, x.sender_id, s.name, s.avatar_url, x.content,
                  x.created_at, x.read_at
                from messages x join members s on s.id = x.sender_id
                where x.conversation_id = o.id order by x.created_at desc limit ${limits.evidence})
              order by created_at) e),
          'open', ${report.now}
        from (${chosen}) o
        where (select count from (${reportsSince(reporterId, limits.since)})) < ${limits.limit}`,
  ]);
  return {
    stored: inserted?.changes === 1,
    everPaired: paired?.rows[0]?.paired === 1,
    before: toState(before),
  };
}
