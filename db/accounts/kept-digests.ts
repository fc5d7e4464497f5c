import { type SQL, sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { BAN_MONTHS, MS_PER_DAY, RECENT_PAIR_DAYS } from "~/core/shared/constants";
import { type Keyed, keepLastConversations, type LeavingLine } from "~/db/conversation/kept-words";
import { actionInForce } from "~/db/moderation/standing";

const NEW_ID = sql.raw("lower(hex(randomblob(16)))");

/** Selects the `subject` of each member who has left and had the address. */
const subjectsOf = (emailDigests: string[], now: number) =>
  sql`select subject from kept_digests where kind = 'address' and digest in ${emailDigests} and until > ${now}`;

/**
 * Condition: registration with the e-mail is refused (docs/rules.md#bans, docs/rules.md#leaving).
 * @param digests the e-mail's digests, one for each record secret
 */
export const isRefusedEmail = (digests: string[], now: number): SQL =>
  sql`(exists(select 1 from kept_digests where kind = 'ban' and until > ${now} and digest in ${digests})
    or exists(select 1 from kept_digests where kind = 'bar' and until > ${now} and subject in (${subjectsOf(digests, now)})))`;

interface Leaving {
  memberId: string;
  /** The keyed digest that replaces the member's id. */
  subject: Keyed;
  address: Keyed;
  mustVerify: boolean;
  /** When the kept addresses and blocks are to be deleted. */
  until: number;
  /** When the rows about open reports are to be deleted. */
  reportsUntil: number;
  lines: LeavingLine[];
  now: number;
}

/** Selects the end of the suspension or ban in force, as `until`. */
const restrictionOf = (memberId: string, now: number) =>
  sql`select iif(kind = 'ban', unixepoch(created_at / 1000, 'unixepoch', '+${sql.raw(String(BAN_MONTHS))} months') * 1000, until) as until
    from member_actions where kind in ('suspend', 'ban') and sequence = ${actionInForce(sql`${memberId}`, now)}`;

type Addressed = Pick<Leaving, "memberId" | "address" | "mustVerify" | "now">;

/**
 * Selects the digests of the present address, if it is confirmed or needn't be, and of the confirmed addresses that the
 * member gave up in the last 12 months.
 */
const addressesOf = ({ memberId, address, mustVerify, now }: Addressed) =>
  sql`select ${address.digest} as digest, ${address.keyId} as key_id where ${mustVerify ? hasConfirmed(memberId) : sql`1`}
    union select digest, key_id from kept_digests
      where kind = 'former_address' and subject_id = ${memberId} and until > ${now}`;

export const barMailboxes = (member: Addressed & { until: number }, condition: SQL) =>
  sql`insert into kept_digests (id, kind, digest, key_id, subject_id, created_at, until)
      select ${NEW_ID}, 'ban', o.digest, o.key_id, ${member.memberId}, ${member.now}, ${member.until}
      from (${addressesOf(member)}) o where ${condition}`;

/**
 * Bars the new mailbox of a suspended or banned member, until the latest end of the member's other bars.
 * @param condition SQL that is true if the member has the new address
 */
export const barNewMailbox = (
  { memberId, address, now }: Pick<Leaving, "memberId" | "address" | "now">,
  condition: SQL,
) => sql`insert into kept_digests (id, kind, digest, key_id, subject_id, created_at, until)
      select ${NEW_ID}, 'ban', ${address.digest}, ${address.keyId}, ${memberId}, ${now}, max(until) from kept_digests
      where kind = 'ban' and subject_id = ${memberId} and until > ${now} and ${condition} having count(*) > 0`;

export const freeMailboxes = (memberId: SQL, condition: SQL) =>
  sql`delete from kept_digests where kind = 'ban' and subject_id = ${memberId} and ${condition}`;

/** From this instant on, pairing the same two members again doesn't count as a repetition. */
const endOfPair = (date: SQL) =>
  sql`(unixepoch(${date}) + ${((RECENT_PAIR_DAYS + 1) * MS_PER_DAY) / 1000}) * 1000`;

/**
 * Keeps what must outlive an account (docs/rules.md#leaving). Must run before the member's row is deleted. Doesn't
 * prolong what was kept of the member's earlier accounts.
 */
export function keepOfMember(leaving: Leaving) {
  const { memberId, until, reportsUntil, now } = leaving;
  const { digest: subject, keyId } = leaving.subject;
  const insert = sql.raw(
    "insert into kept_digests (id, kind, key_id, subject, subject_id, other, other_id, created_at, until)",
  );
  const side = (column: string) => {
    const id = sql.raw(column);
    return sql`iif(${id} = ${memberId}, ${subject}, null), nullif(${id}, ${memberId})`;
  };
  // The digests of this account's id and of the ids of the member's earlier accounts. All are stored with this
  // account's addresses, so that a later account with one of the addresses gets back everything that was kept.
  const subjects = sql`select ${subject} as subject
      where exists(select 1 from kept_digests where subject = ${subject} or other = ${subject})
    union select subject from kept_digests where kind = 'address' and subject_id = ${memberId}`;
  const named = sql.raw("kind in ('block', 'pair')");
  return {
    keptEnded: sql`delete from kept_digests where until <= ${now} and (subject_id = ${memberId} or other_id = ${memberId})`,
    keptSubject: sql`update kept_digests set subject = ${subject}
        where ${named} and subject_id = ${memberId} and subject is null`,
    keptOther: sql`update kept_digests set other = ${subject}
        where ${named} and other_id = ${memberId} and other is null`,
    keptBlocks: sql`${insert}
        select iif(exists(select 1 from kept_digests k where k.id = b.id), ${NEW_ID}, b.id), 'block', ${keyId},
          ${side("b.blocker_id")}, ${side("b.blocked_id")}, b.created_at, ${until}
        from blocks b where (b.blocker_id = ${memberId} or b.blocked_id = ${memberId}) and not exists(select 1 from kept_digests k
          where k.kind = 'block' and k.subject_id = b.blocker_id and k.other_id = b.blocked_id)`,
    keptPairs: sql`${insert}
        select ${NEW_ID}, 'pair', ${keyId}, ${side("p.user1_id")}, ${side("p.user2_id")}, ${now}, ${endOfPair(sql`p.pairing_date`)}
        from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
        where (p.user1_id = ${memberId} or p.user2_id = ${memberId})
          and p.pairing_date >= ${toUtcDate(now - RECENT_PAIR_DAYS * MS_PER_DAY)}`,
    keptBar: sql`${insert}
        select ${NEW_ID}, 'bar', ${keyId}, ${subject}, null, null, null, ${now}, t.until
        from (${restrictionOf(memberId, now)}) t`,
    keptReports: sql`${insert}
        select ${NEW_ID}, 'report', ${keyId}, ${subject}, null, t.digest, null, ${now}, ${reportsUntil}
        from (select distinct coalesce(reported_digest, ${subject}) as digest from reports
          where reported_id = ${memberId} and status = 'open' and reporter_id <> ${memberId}) t`,
    ...keepLastConversations(memberId, leaving.subject, leaving.lines, now),
    keptLeft: sql`${insert}
        select ${NEW_ID}, 'left', ${keyId}, ${subject}, null, ${subject}, null, ${now}, max(until)
        from kept_words where author = ${subject} having count(*) > 0`,
    keptAddresses: sql`insert into kept_digests (id, kind, digest, key_id, subject, created_at, until)
        select ${NEW_ID}, 'address', o.digest, o.key_id, t.subject, ${now}, ${until}
        from (${addressesOf(leaving)}) o cross join (${subjects}) t
        where not exists(select 1 from kept_digests k
          where k.kind = 'address' and k.digest = o.digest and k.subject = t.subject)`,
    keptFormer: sql`delete from kept_digests where kind = 'former_address' and subject_id = ${memberId}`,
  };
}

/**
 * Runs when an account registers with an address, confirms it or changes to it. The account gets what was kept of the
 * address's earlier accounts, and the kept blocks apply again.
 * @param condition SQL that is true if the account has the address
 */
export function returnToMember(
  { memberId, emailDigests, now }: { memberId: string; emailDigests: string[]; now: number },
  condition: SQL,
) {
  const subjects = subjectsOf(emailDigests, now);
  return {
    returnedSubject: sql`update kept_digests set subject_id = ${memberId}
        where kind <> 'former_address' and subject in (${subjects}) and ${condition}`,
    returnedOther: sql`update kept_digests set other_id = ${memberId}
        where kind in ('block', 'pair') and other in (${subjects}) and ${condition}`,
    returnedBlocks: sql`insert into blocks (id, blocker_id, blocked_id, created_at, left_id)
        select iif(exists(select 1 from blocks b where b.id = kept_digests.id), ${NEW_ID}, id), subject_id, other_id,
          created_at, other from kept_digests
        where kind = 'block' and until > ${now} and (subject_id = ${memberId} or other_id = ${memberId})
          and subject_id <> other_id and ${condition}
        on conflict do nothing`,
  };
}

export interface MemberOfServer {
  memberId: string;
  mustVerify: boolean;
}

export const hasConfirmed = (memberId: string): SQL =>
  sql`exists(select 1 from members where id = ${memberId} and email_verified_at is not null)`;

/**
 * Condition: addresses must be confirmed, and the member's isn't. Such a member can neither see nor end the blocks of
 * the address's earlier accounts, because the address could belong to someone else (docs/rules.md#leaving).
 */
export const isWithheld = ({ memberId, mustVerify }: MemberOfServer): SQL =>
  mustVerify ? sql`not ${hasConfirmed(memberId)}` : sql`0`;

/** Condition: the block was made by an earlier account with the blocker's address. */
export const isEarlierBlock = (block: "b" | "blocks"): SQL => {
  const column = (name: string) => sql.raw(`${block}.${name}`);
  return sql`exists(select 1 from kept_digests k where k.kind = 'block' and k.subject is not null
    and k.subject_id = ${column("blocker_id")} and k.other_id = ${column("blocked_id")})`;
};

/**
 * Must run before a member's address changes. If the old address was never confirmed, the member loses the blocks that
 * earlier accounts of that address made. These blocks stay stored for the address's real owner.
 * @param condition SQL that is true if the address changes
 */
export function leaveAddress(memberId: string, condition: SQL) {
  const isLeaving = sql`(not ${hasConfirmed(memberId)} and ${condition})`;
  return {
    leftBlocks: sql`delete from blocks where blocker_id = ${memberId} and ${isEarlierBlock("blocks")} and ${isLeaving}`,
    leftRows: sql`update kept_digests set subject_id = null
        where kind in ('address', 'block') and subject_id = ${memberId} and subject is not null and ${isLeaving}`,
  };
}

export const keepFormerAddress = (
  { memberId, address, until, now }: Pick<Leaving, "memberId" | "address" | "until" | "now">,
  condition: SQL,
) =>
  sql`insert into kept_digests (id, kind, digest, key_id, subject_id, created_at, until)
      select ${NEW_ID}, 'former_address', ${address.digest}, ${address.keyId}, ${memberId}, ${now}, ${until}
      where ${condition}`;

/**
 * Selects a member's blocks of members who have left and have no account now.
 * @param isLeftOut SQL that is true if the blocks by the member's earlier accounts are to be left out
 */
export const keptBlocksOf = (memberId: string, isLeftOut: SQL, now: number) =>
  sql`select k.id, k.other as left_id, k.created_at from kept_digests k
      where k.kind = 'block' and k.subject_id = ${memberId} and k.other is not null and k.until > ${now}
        and not (k.subject is not null and ${isLeftOut})
        and not exists(select 1 from blocks b where b.blocker_id = k.subject_id and b.blocked_id = k.other_id)`;

/** Condition: an open report is about an earlier account of the member. */
export const wasReportedBefore = (memberId: SQL) =>
  sql`exists(select 1 from kept_digests k where k.kind = 'report' and k.subject_id = ${memberId})`;

/**
 * Selects recent pairs of members, at least one of whom has left and registered again since. Ordered by key, for
 * reading in pages.
 */
export const keptPairsOn = ({ date, afterKey }: { date: string; afterKey: number }) =>
  // The `+` keeps SQLite from using the index on `until`, which has another order.
  sql`select p.rowid as k, x.rowid as a, y.rowid as b from kept_digests p
    cross join members x on x.id = p.subject_id cross join members y on y.id = p.other_id
    where p.kind = 'pair' and +p.until > unixepoch(${date}) * 1000 and p.rowid > ${afterKey} order by p.rowid`;

/** Condition: the row is an address, and nothing else is kept of its member. */
export const isOrphan = (
  now: number,
) => sql`kind = 'address' and not exists(select 1 from kept_digests k
  where k.kind <> 'address' and k.until > ${now} and (k.subject = kept_digests.subject or k.other = kept_digests.subject))`;

/**
 * Deletes what was kept for reports about a member who has left, once none of these reports is open.
 * @param report selects `reported_digest` of a resolved report
 */
export function endKeptReport(report: SQL, now: number) {
  return {
    keptReportEnded: sql`delete from kept_digests where kind = 'report' and other in (${report})
        and not exists(select 1 from reports r where r.reported_digest = kept_digests.other
          and r.reported_id is null and r.status = 'open')`,
    keptAddressesEnded: sql`delete from kept_digests where subject in (${report}) and ${isOrphan(now)}`,
  };
}

/**
 * A member who has left and is the subject of an open report. The last three columns are about the account that has the
 * member's address now, and are null if there is none.
 */
export interface LeftMember {
  subject: string;
  key_id: string;
  returned_id: string | null;
  email: string | null;
  is_admin: number | null;
}

/** Selects no row if the report isn't open, or is about another member. */
export const selectLeftMember = (reportId: string, reportedDigest: string) => sql<LeftMember>`
  select k.subject, k.key_id, m.id as returned_id, m.email, m.is_admin
  from reports r join kept_digests k on k.kind = 'report' and k.other = r.reported_digest
    left join members m on m.id = k.subject_id
  where r.id = ${reportId} and r.reported_digest = ${reportedDigest} and r.reported_id is null and r.status = 'open'
  limit 1`;

export interface LeftBan {
  id: string;
  subject: string;
  keyId: string;
  until: number;
  now: number;
}

export const barLeftMember = (bar: LeftBan, condition: SQL) => ({
  barred: sql`insert into kept_digests (id, kind, key_id, subject, subject_id, created_at, until)
      select ${bar.id}, 'bar', ${bar.keyId}, ${bar.subject},
        (select max(subject_id) from kept_digests where kind = 'address' and subject = ${bar.subject}),
        ${bar.now}, ${bar.until}
      where ${condition}`,
  addressesKept: sql`update kept_digests set until = max(until, ${bar.until})
      where kind = 'address' and subject = ${bar.subject} and exists(select 1 from kept_digests where id = ${bar.id})`,
});
