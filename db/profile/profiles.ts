import { eq, sql } from "drizzle-orm";
import { foldText } from "~/core/shared/fold-text";
import { insertConsent, type NewConsent, newestKind } from "~/db/accounts/consents";
import { keepOfMember, type MemberOfServer } from "~/db/accounts/kept-digests";
import {
  CHANGEABLE,
  type MemberChanges,
  type MemberRow,
  memberColumns,
  type StoredMember,
} from "~/db/accounts/member-row";
import * as rates from "~/db/accounts/rate-window";
import { type IdRow, idsOf } from "~/db/accounts/sessions";
import {
  type Database,
  runBatch,
  runStatement,
  type StoredRow,
  selectBatch,
  selectRow,
} from "~/db/client";
import { type Keyed, keptConversationsOf, type LeavingLine } from "~/db/conversation/kept-words";
import { type ExportedSeal, selectSealsOf } from "~/db/conversation/sealed-addresses";
import { type AuditEntry, insertAudit, keepAdmin, REFUSED_OWN_CASE } from "~/db/moderation/audit";
import { selectBlocked } from "~/db/moderation/blocks";
import { toldKinds } from "~/db/moderation/standing";
import type { AvailabilityColumns } from "~/db/notices/availability";
import {
  type NotificationSettingsRow,
  type PushSubscriptionRow,
  selectSettings,
} from "~/db/notices/notifications";
import { type ReminderChoice, selectReminder } from "~/db/notices/reminders";
import { insertJobs, type JobRow, jobOfEach } from "~/db/operations/jobs";
import { recordLine } from "~/db/operations/ledger";
import { ofEachSide } from "~/db/pairing/participation";
import { newestPairing } from "~/db/pairing/partner-card";
import { cutFromSnapshots } from "~/db/pairing/run-snapshots";
import { endDayOfPartners } from "~/db/pairing/waits";
import {
  type appeals,
  type mailTokens,
  type memberActions,
  members,
  type reports,
} from "~/db/schema";

export interface PublicProfileRow
  extends Pick<StoredMember, "id" | "name" | "gender" | "avatar_url" | "location" | "bio" | "dob"> {
  /** Null if the two were never paired. The same holds for `expires_at` and `card`. */
  pairing_date: string | null;
  expires_at: number | null;
  card: string | null;
  blocked_by_viewer: number;
  blocked_viewer: number;
}

/**
 * @param ask.audit an admin's audit row, which is stored unless the two are in an open conversation; null for other
 * viewers
 */
export async function findPublicProfile(
  db: Database,
  { userId, viewerId, audit }: { userId: string; viewerId: string; audit: AuditEntry | null },
): Promise<PublicProfileRow | undefined> {
  const found = sql<PublicProfileRow>`select m.id, m.name, m.gender, m.avatar_url, m.location, m.bio, m.dob,
          t.pairing_date, t.expires_at, t.card,
          exists(select 1 from blocks b where b.blocker_id = ${viewerId} and b.blocked_id = m.id) as blocked_by_viewer,
          exists(select 1 from blocks b where b.blocker_id = m.id and b.blocked_id = ${viewerId}) as blocked_viewer
        from members m left join (${newestPairing(sql`${userId}`, sql`${viewerId}`)}) t on 1
        where m.id = ${userId}`;
  if (audit === null) return selectRow(db, found);
  const isPartner = ofEachSide(
    ({ own, other }) => sql`select 1 from unblocked_pairings p
      where ${own} = ${viewerId} and ${other} = ${userId} and p.expires_at > ${audit.now}`,
  );
  const rows = await runBatch(db, {
    found,
    audited: insertAudit(
      { ...audit, subjectId: userId },
      sql`exists(select 1 from members where id = ${userId}) and not exists(${isPartner})`,
    ),
  });
  return rows.found.rows[0];
}

/** A change of these columns can end the wait, or count towards a rate limit. */
const JUDGED = [
  "gender",
  "preferred_match_gender",
  "dob",
  "minimum_age_preference",
  "maximum_age_preference",
  "distance_preference",
  "latitude",
  "longitude",
] as const satisfies (keyof MemberChanges)[];

interface JudgedChange {
  changes: MemberChanges;
  seen: Pick<MemberRow, (typeof JUDGED)[number]>;
  counted: rates.RateWindows;
  endsWait: boolean;
  /** Stored if the member sets a gender or preferred gender after withdrawing consent. */
  again?: NewConsent | undefined;
}

/**
 * Makes all changes or none.
 * @returns no row if there is no such member. `updated` is false if a column of `seen` has changed meanwhile, or a
 * window of `counted` is full. `states`: these windows before this change.
 */
export async function updateMember(
  db: Database,
  memberId: string,
  { changes, seen, counted, endsWait, again }: JudgedChange,
): Promise<{ row: MemberRow | undefined; updated: boolean; states: rates.WindowStates }> {
  const given = CHANGEABLE.filter((column) => changes[column] !== undefined);
  const read = sql<MemberRow>`select ${memberColumns} from members m where m.id = ${memberId}`;
  if (given.length === 0) {
    const { rows } = await runStatement<MemberRow>(db, read);
    return { row: rows[0], updated: true, states: [] };
  }
  const asSeen = JUDGED.map((column) => sql`${sql.raw(column)} is ${seen[column]}`);
  const isAsSeen = sql`(${sql.join(asSeen, sql` and `)})`;
  const assignments = given.map((column) => sql`${sql.raw(column)} = ${changes[column]}`);
  if (changes.name !== undefined) assignments.push(sql`search_name = ${foldText(changes.name)}`);
  const until = changes.newcomers_away_until;
  if (until !== undefined) {
    const kept = sql`iif(newcomers_away_until > ${counted.now}, newcomers_away_since, ${counted.now})`;
    assignments.push(sql`newcomers_away_since = ${until === null ? null : kept}`);
  }
  if (endsWait) assignments.push(sql`waited = 0`, sql`waited_before = 0`);
  const counting = rates.countEvent(
    counted,
    sql`exists(select 1 from members where id = ${memberId} and ${isAsSeen}) and ${rates.hasRoom(counted)}`,
  );
  const { states, edited, found } = await runBatch(db, {
    states: rates.selectWindows(counted),
    counting,
    edited: sql`update members set ${sql.join(assignments, sql`, `)}
      where id = ${memberId} and ${counting ? sql`changes() > 0` : isAsSeen}`,
    consented:
      again && (changes.gender || changes.preferred_match_gender)
        ? insertConsent(
            memberId,
            again,
            counted.now,
            sql`changes() = 1 and ${newestKind(memberId)} = 'withdrawn'`,
          )
        : undefined,
    found: read,
  });
  return {
    row: found.rows[0],
    updated: edited.changes === 1,
    states: rates.toStates(counted, states),
  };
}

export async function storeZone(
  db: Database,
  { memberId, zone }: { memberId: string; zone: string },
): Promise<void> {
  await db.update(members).set({ zone }).where(eq(members.id, memberId));
}

interface ExportedPairing {
  id: string;
  pairing_date: string;
  expires_at: number;
  partner_id: string;
  partner_name: string;
  opened: number;
  starred: number;
}

type StoredReport = StoredRow<typeof reports>;

interface ExportRow {
  member: MemberRow &
    AvailabilityColumns &
    Pick<StoredMember, "created_at" | "email_verified_at" | "wants_notices" | "zone">;
  consents: NewConsent & { created_at: number };
  passkeys: { name: string; created_at: number; last_used_at: number | null };
  mailLinks: Pick<
    StoredRow<typeof mailTokens>,
    "purpose" | "email" | "created_at" | "expires_at" | "used_at"
  >;
  sessions: { created_at: number; expires_at: number; last_seen_at: number | null };
  failures: { started_at: number; count: number };
  networks: { last_seen_at: number };
  limits: { key: string; started_at: number; count: number };
  conversations: ExportedPairing;
  seals: ExportedSeal;
  daysOff: { date: string };
  blocks: { blocked_id: string; name: string; created_at: number };
  reports: Pick<StoredReport, "reason" | "details" | "conversation_id" | "evidence" | "status"> &
    Pick<StoredReport, "created_at" | "resolved_at" | "reported_name">;
  adminActions: { action: string; rows: number; created_at: number };
  actions: Pick<StoredRow<typeof memberActions>, "kind" | "reason" | "text" | "until"> &
    Pick<StoredRow<typeof appeals>, "created_at" | "decision" | "answer"> & {
      appeal: string | null;
      appealed_at: number | null;
    };
  notificationSettings: NotificationSettingsRow;
  reminders: ReminderChoice;
  pushSubscriptions: Pick<PushSubscriptionRow, "label" | "created_at" | "last_success_at">;
}

export type ExportRows = NonNullable<Awaited<ReturnType<typeof readExport>>>;

export async function readExport(
  db: Database,
  ask: MemberOfServer & { failureKeys: string; now: number },
) {
  const { memberId, failureKeys, now } = ask;
  const own = sql`
    select p.id, p.pairing_date, p.expires_at, p.user2_id as other_id, p.user2_card as card, p.user1_opened as opened, p.user1_starred as starred from pairings p
      join pairing_runs r on r.id = p.run_id and r.state = 'published' where p.user1_id = ${memberId}
    union all
    select p.id, p.pairing_date, p.expires_at, p.user1_id as other_id, p.user1_card as card, p.user2_opened as opened, p.user2_starred as starred from pairings p
      join pairing_runs r on r.id = p.run_id and r.state = 'published' where p.user2_id = ${memberId}`;
  const { member, ...lists } = await selectBatch<ExportRow>(db, {
    member: sql`select ${memberColumns}, m.created_at, m.email_verified_at, m.wants_notices,
          m.paused_from, m.paused_until, m.last_seen_on, m.absence_told_on, m.zone
        from members m where m.id = ${memberId}`,
    sessions: sql`select created_at, expires_at, last_seen_at from sessions where member_id = ${memberId} order by created_at`,
    failures: sql`select started_at, count from rate_windows where ${rates.hasPrefix(failureKeys)} order by started_at`,
    // The partner's name at the newest pairing of the two, because the member may not see a later name.
    conversations: sql`select o.id, o.pairing_date, o.expires_at, o.opened, o.starred, o.other_id as partner_id, coalesce(json_extract(first_value(o.card) over (
            partition by o.other_id order by o.expires_at desc, o.id), '$.name'), '') as partner_name
        from (${own}) o order by o.expires_at desc, o.id`,
    daysOff: sql`select r.date from day_offs d join pairing_runs r on r.id = d.run_id and r.state = 'published'
        where d.member_id = ${memberId} and d.ended_early = 0 order by r.date`,
    blocks: sql`select blocked_id, coalesce(json_extract(card, '$.name'), name) as name, created_at
        from (${selectBlocked(ask, now, "asc")})`,
    reports: sql`select reported_name, reason, details, conversation_id, evidence, status, created_at, resolved_at
        from reports where reporter_id = ${memberId} order by created_at`,
    adminActions: sql`select action, "rows", created_at from audit_events
        where admin_id = ${memberId} and action <> ${REFUSED_OWN_CASE} order by created_at`,
    networks: sql`select last_seen_at from member_networks where member_id = ${memberId} order by last_seen_at`,
    limits: sql`select key, started_at, count from rate_windows where member_id = ${memberId} order by key`,
    seals: selectSealsOf(memberId, now),
    // Leaves out the note and the admin, which only admins may see.
    actions: sql`select a.kind, a.reason, a.text, a.until, a.created_at, p.text as appeal, p.created_at as appealed_at,
          p.decision, p.answer
        from member_actions a left join appeals p on p.action_id = a.id
        where a.member_id = ${memberId} and a.kind in (${toldKinds}) order by a.sequence`,
    consents: sql`select kind, version, created_at from consents where member_id = ${memberId} order by sequence`,
    passkeys: sql`select name, created_at, last_used_at from passkeys where member_id = ${memberId} order by created_at`,
    mailLinks: sql`select purpose, email, created_at, expires_at, used_at from mail_tokens
        where member_id = ${memberId} order by created_at`,
    notificationSettings: selectSettings(memberId),
    reminders: selectReminder(memberId),
    // Leaves out the endpoint and its keys, because whoever has these can send to the browser.
    pushSubscriptions: sql`select label, created_at, last_success_at from push_subscriptions
        where member_id = ${memberId} order by created_at`,
  });
  return member[0] ? { member: member[0], ...lists } : null;
}

/** Open reports about the member stay, with a keyed digest in place of the member's id (docs/rules.md#leaving). */
const keepOpenReports = (memberId: string, digest: string, now: number) =>
  sql`update reports set reported_id = null, reported_name = null, conversation_id = null,
        reported_digest = coalesce(reported_digest, ${digest}), reported_deleted_at = ${now},
        evidence = (select json_group_array(json(case json_extract(e.value, '$.sender_id') when ${memberId}
            then json_set(e.value, '$.sender_id', coalesce(reported_digest, ${digest}), '$.sender_name', '', '$.sender_avatar', null)
            else e.value end)) from json_each(evidence) e)
      where reported_id = ${memberId} and status = 'open' and reporter_id <> ${memberId}`;

interface Deletion {
  memberId: string;
  failureKeys: string;
  subject: Keyed;
  address: Keyed;
  mustVerify: boolean;
  lines: LeavingLine[];
  keptUntil: number;
  reportsKeptUntil: number;
  /** Earlier than `now` if a restore repeats the deletion. */
  leftAt: number;
  now: number;
}

/** Foreign keys delete the member's other rows. The returned jobs erase what is outside of the database. */
export async function deleteMember(
  db: Database,
  deletion: Deletion,
): Promise<{
  sessionIds: string[];
  openConversationIds: string[];
  /** The ledger's job, which must be carried out before the others. */
  recorded: JobRow[];
  changes: JobRow[];
}> {
  const { memberId, subject, address, leftAt, now } = deletion;
  const own = (column: "user1_id" | "user2_id") =>
    sql`select id, expires_at from pairings where ${sql.raw(column)} = ${memberId}`;
  const conversations = sql`${own("user1_id")} union all ${own("user2_id")}`;
  const { sessions, open, changes, recorded } = await runBatch(db, {
    sessions: sql<IdRow>`select id from sessions where member_id = ${memberId}`,
    open: sql<IdRow>`select id from (${conversations}) where expires_at > ${now}`,
    // A waiting import would store messages after the erasure.
    imports: sql`delete from jobs where kind = 'import'
        and conversation_id in (select id from (${conversations}))`,
    // No foreign key deletes these counts, because failed sign-ins are counted by e-mail address.
    failures: sql`delete from rate_windows where ${rates.hasPrefix(deletion.failureKeys)}`,
    snapshots: cutFromSnapshots(memberId),
    ...keepAdmin(memberId, address.digest),
    ...keepOfMember({
      memberId,
      subject,
      address,
      mustVerify: deletion.mustVerify,
      until: deletion.keptUntil,
      reportsUntil: deletion.reportsKeptUntil,
      lines: deletion.lines,
      now: leftAt,
    }),
    changes: insertJobs(
      jobOfEach(conversations, {
        kind: "erase",
        detail: sql`json_object(
          'keep', json(iif(t.id in (${keptConversationsOf(subject.digest)}), 'true', 'false')),
          'evidence', json(iif(exists(select 1 from jobs e where e.conversation_id = t.id and e.kind = 'evidence'), 'true', 'false')))`,
        now,
      }),
    ),
    reports: keepOpenReports(memberId, subject.digest, leftAt),
    // The condition keeps the second of two simultaneous deletions from recording a line.
    recorded: insertJobs(
      recordLine(
        { kind: "delete", at: leftAt, member: subject },
        sql`exists(select 1 from members where id = ${memberId})`,
      ),
    ),
    ...endDayOfPartners(memberId, leftAt, sql`1`),
    member: sql`delete from members where id = ${memberId}`,
  });
  return {
    sessionIds: idsOf(sessions),
    openConversationIds: idsOf(open),
    recorded: recorded.rows,
    changes: changes.rows,
  };
}
