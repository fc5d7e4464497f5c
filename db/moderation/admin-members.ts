import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type MemberRow, memberColumns, type StoredMember } from "~/db/accounts/member-row";
import { type Database, runBatch, selectBatch } from "~/db/client";
import { contains } from "~/db/operations/admin-lists";
import { appeals, memberActions, members, reports, sessions } from "~/db/schema";
import { type AuditEntry, insertAudit, insertListAudit } from "./audit";
import { type Judge, mayJudge } from "./own-case";
import { joinStanding, type StandingRow, standingColumns } from "./standing";

type AdminMemberRow = StandingRow &
  Pick<StoredMember, "id" | "name" | "email" | "created_at"> & { open_reports: number };

const openReportsAbout = (judge: Judge) =>
  sql`(select count(*) from reports k where k.reported_id = t.id and k.status = 'open' and ${mayJudge(judge)}) as open_reports`;

export async function readMembers(
  db: Database,
  { query, before, limit }: { query: string | null; before: string | null; limit: number },
  audit: AuditEntry,
): Promise<AdminMemberRow[] | null> {
  const place = sql`(select created_at, rowid from members where id = ${before})`;
  const from = sql`members m where ${contains(query, ["m.email", "m.id"], ["m.search_name"])}
      and ${before === null ? sql`1` : sql`(m.created_at, m.rowid) < ${place}`}
      order by m.created_at desc, m.rowid desc limit ${limit}`;
  const { page, anchor } = await runBatch(db, {
    page: sql<AdminMemberRow>`select t.id, t.name, t.email, t.created_at, ${openReportsAbout(audit)}, ${standingColumns}
        from (select m.id, m.name, m.email, m.created_at, m.rowid as place from ${from}) t
        ${joinStanding(sql`t.id`, audit.now)} order by t.created_at desc, t.place desc`,
    audited: insertListAudit(
      audit,
      sql`select m.id as one_id, null as other_id, null as object_id from ${from}`,
    ),
    anchor: sql`select 1 from members where id = ${before}`,
  });
  return before !== null && anchor.rows.length === 0 ? null : page.rows;
}

interface OtherMember {
  other_id: string;
  name: string;
}

const LIST_LIMIT = 100;

/** Leaves out reports about the admin, or only their reporters if there is no other admin. */
const reportsOf = (db: Database, side: "about" | "by", memberId: string, adminId: string) => {
  const { reporterId, reportedId } = reports;
  const [own, other] = side === "by" ? [reporterId, reportedId] : [reportedId, reporterId];
  return db
    .select({
      report_id: reports.id,
      user_id: sql<string>`${other}`.as("user_id"),
      name: members.name,
      reason: reports.reason,
      status: reports.status,
      outcome: reports.outcome,
      created_at: reports.createdAt,
    })
    .from(reports)
    .innerJoin(members, eq(members.id, other))
    .where(and(eq(own, memberId), sql`${reportedId} is not ${adminId}`))
    .orderBy(desc(reports.createdAt))
    .limit(LIST_LIMIT);
};

/** Report's id and note are null if the report is about the admin who reads. */
const actionsOf = (db: Database, memberId: string, adminId: string) => {
  const shown = (column: SQLiteColumn, name: string) =>
    sql<string | null>`case when ${reports.id} is null then ${column} end`.as(name);
  return db
    .select({
      action_id: memberActions.id,
      kind: memberActions.kind,
      reason: memberActions.reason,
      text: memberActions.text,
      note: shown(memberActions.note, "shown_note"),
      report_id: shown(memberActions.reportId, "shown_report_id"),
      until: memberActions.until,
      created_at: memberActions.createdAt,
      admin_name: members.name,
      admin_digest: memberActions.adminDigest,
      appeal_id: sql<string | null>`${appeals.id}`.as("appeal_id"),
      decision: appeals.decision,
    })
    .from(memberActions)
    .leftJoin(members, eq(members.id, memberActions.adminId))
    .leftJoin(appeals, eq(appeals.actionId, memberActions.id))
    .leftJoin(reports, and(eq(reports.id, memberActions.reportId), eq(reports.reportedId, adminId)))
    .where(eq(memberActions.memberId, memberId))
    .orderBy(desc(memberActions.sequence))
    .limit(LIST_LIMIT);
};

const auditLookAt = (memberId: string, audit: AuditEntry) =>
  insertAudit(
    { ...audit, subjectId: memberId },
    sql`1`,
    sql`exists(select 1 from members where id = ${memberId})`,
  );

/** Other members with the same mailbox, ignoring what follows a `+` (core/shared/mailbox.ts). */
const ofSameMailbox = (memberId: string) =>
  sql<{ user_id: string; name: string }>`with address as (
      select substr(email, 1, instr(email, '@') - 1) as local, substr(email, instr(email, '@')) as domain
      from members where id = ${memberId}),
    mailbox as (
      select substr(local, 1, coalesce(nullif(instr(substr(local, 2), '+'), 0), length(local))) as name, domain from address)
    select m.id as user_id, m.name from mailbox b cross join members m
      on m.email = b.name || b.domain
        or (m.email >= b.name || '+' and m.email < b.name || ',' and substr(m.email, instr(m.email, '@')) = b.domain)
    where m.id <> ${memberId} order by m.created_at limit ${LIST_LIMIT}`;

export type MemberPage = NonNullable<Awaited<ReturnType<typeof readMemberPage>>>;

export async function readMemberPage(db: Database, memberId: string, audit: AuditEntry) {
  const pairingsOf = (own: string, other: string) =>
    sql`select * from (select p.id, p.${sql.raw(other)} as other_id, p.pairing_date, p.expires_at from pairings p
        join pairing_runs r on r.id = p.run_id and r.state = 'published'
        where p.${sql.raw(own)} = ${memberId} order by p.expires_at desc limit ${LIST_LIMIT})`;
  const { member, ...lists } = await selectBatch(db, {
    member: sql<
      MemberRow & StandingRow & { created_at: number }
    >`select ${memberColumns}, m.created_at, ${standingColumns}
        from members m ${joinStanding(sql`m.id`, audit.now)} where m.id = ${memberId}`,
    sameMailbox: ofSameMailbox(memberId),
    actions: actionsOf(db, memberId, audit.adminId),
    about: reportsOf(db, "about", memberId, audit.adminId),
    by: reportsOf(db, "by", memberId, audit.adminId),
    blocks: sql<
      OtherMember & { is_own: number; created_at: number }
    >`select * from (select b.blocked_id as other_id, o.name, 1 as is_own, b.created_at
          from blocks b join members o on o.id = b.blocked_id where b.blocker_id = ${memberId}
          union all select b.blocker_id, o.name, 0, b.created_at
          from blocks b join members o on o.id = b.blocker_id where b.blocked_id = ${memberId})
        order by created_at desc limit ${LIST_LIMIT}`,
    pairings: sql<
      OtherMember & { id: string; pairing_date: string; expires_at: number }
    >`select h.*, o.name from (${pairingsOf("user1_id", "user2_id")} union all ${pairingsOf("user2_id", "user1_id")}) h
        join members o on o.id = h.other_id order by h.expires_at desc limit ${LIST_LIMIT}`,
    sessions: db
      .select({
        created_at: sessions.createdAt,
        last_seen_at: sessions.lastSeenAt,
        expires_at: sessions.expiresAt,
      })
      .from(sessions)
      .where(and(eq(sessions.memberId, memberId), gt(sessions.expiresAt, audit.now)))
      .orderBy(desc(sessions.createdAt)),
    audited: auditLookAt(memberId, audit),
  });
  return member[0] && { member: member[0], ...lists };
}

export async function readPosition(db: Database, memberId: string, audit: AuditEntry) {
  const { found } = await runBatch(db, {
    found: db
      .select({ latitude: members.latitude, longitude: members.longitude })
      .from(members)
      .where(eq(members.id, memberId)),
    audited: auditLookAt(memberId, audit),
  });
  return found.rows[0];
}
