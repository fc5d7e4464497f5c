import { sql } from "drizzle-orm";
import { type MemberRow, memberColumns, type StoredMember } from "~/db/accounts/member-row";
import { type Database, runBatch, type StoredRow, selectBatch } from "~/db/client";
import { contains } from "~/db/operations/admin-lists";
import type { appeals, memberActions, reports, sessions } from "~/db/schema";
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

/** Leaves out reports about the admin who reads the list. */
const reportsOf = (side: "about" | "by", memberId: string, adminId: string) => {
  const [own, other] = (
    side === "by" ? ["reporter_id", "reported_id"] : ["reported_id", "reporter_id"]
  ).map((column) => sql.raw(column));
  return sql<
    Pick<StoredRow<typeof reports>, "reason" | "status" | "outcome" | "created_at"> & {
      report_id: string;
      user_id: string;
      name: string;
    }
  >`select r.id as report_id, o.id as user_id, o.name, r.reason, r.status, r.outcome, r.created_at
      from reports r join members o on o.id = r.${other}
      where r.${own} = ${memberId} and r.reported_id is not ${adminId}
      order by r.created_at desc limit ${LIST_LIMIT}`;
};

interface ActionRow
  extends Pick<
      StoredRow<typeof memberActions>,
      "kind" | "reason" | "text" | "note" | "report_id" | "until" | "created_at" | "admin_digest"
    >,
    Pick<StoredRow<typeof appeals>, "decision"> {
  action_id: string;
  admin_name: string | null;
  appeal_id: string | null;
}

/** `note` and `report_id` are null if the report is about the admin who reads. */
const actionsOf = (memberId: string, adminId: string) =>
  sql<ActionRow>`select act.id as action_id, act.kind, act.reason, act.text, iif(r.id is null, act.note, null) as note,
        iif(r.id is null, act.report_id, null) as report_id, act.until, act.created_at, m.name as admin_name,
        act.admin_digest, p.id as appeal_id, p.decision
      from member_actions act left join members m on m.id = act.admin_id left join appeals p on p.action_id = act.id
        left join reports r on r.id = act.report_id and r.reported_id = ${adminId}
      where act.member_id = ${memberId} order by act.sequence desc limit ${LIST_LIMIT}`;

const auditLookAt = (memberId: string, audit: AuditEntry) =>
  insertAudit(
    { ...audit, subjectId: memberId },
    sql`exists(select 1 from members where id = ${memberId})`,
  );

/** Selects other members with the same mailbox. The part from a `+` to the `@` is ignored (core/shared/mailbox.ts). */
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
    actions: actionsOf(memberId, audit.adminId),
    about: reportsOf("about", memberId, audit.adminId),
    by: reportsOf("by", memberId, audit.adminId),
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
    sessions: sql<
      Pick<StoredRow<typeof sessions>, "created_at" | "last_seen_at" | "expires_at">
    >`select created_at, last_seen_at, expires_at from sessions
        where member_id = ${memberId} and expires_at > ${audit.now} order by created_at desc`,
    audited: auditLookAt(memberId, audit),
  });
  return member[0] && { member: member[0], ...lists };
}

export async function readPosition(db: Database, memberId: string, audit: AuditEntry) {
  const { found } = await runBatch(db, {
    found: sql<
      Pick<StoredMember, "latitude" | "longitude">
    >`select latitude, longitude from members where id = ${memberId}`,
    audited: auditLookAt(memberId, audit),
  });
  return found.rows[0];
}
