import { type SQL, sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { MAX_NETWORKS_PER_MEMBER, MAX_SESSIONS_PER_MEMBER } from "~/core/shared/constants";
import { type Database, runBatch, runStatement, type StatementResult } from "~/db/client";
import type { AvailabilityColumns } from "./availability";
import { insertConsent, type NewConsent } from "./consents";
import { type AccessRow, accessStatement } from "./conversations";
import { type MemberRow, memberColumns } from "./member-row";
import {
  countEvent,
  hasRoom,
  type RateWindow,
  type RateWindows,
  selectWindows,
  toStates,
  type WindowStates,
} from "./rate-window";
import { joinStanding, type StandingRow, standingColumns } from "./standing";

export interface SessionRow extends CredentialsRow, StandingRow, AvailabilityColumns {
  session_id: string;
  session_created_at: number;
  session_expires_at: number;
  session_last_seen_at: number | null;
  session_reauthenticated_at: number | null;
  email_verified_at: number | null;
  session_passkey_confirmed_at: number | null;
  /** 0 or 1, of an admin; 0 for everyone else. */
  has_passkey: number;
  /** 0 or 1: whether admins must prove themselves by a passkey; 0 for everyone else. */
  passkey_required: number;
}

/** Looked up for admins alone: no other member is asked for a passkey. */
const passkeyColumns = sql`s.passkey_confirmed_at as session_passkey_confirmed_at,
    case m.is_admin when 1 then exists(select 1 from passkeys k where k.member_id = m.id) else 0 end as has_passkey,
    case m.is_admin when 1 then exists(select 1 from settings o where o.name = 'require_passkey') else 0 end
      as passkey_required`;

/**
 * The member of a live session with their standing; undefined once it is revoked or past its end. One event is counted
 * in the windows, where the session is alive and they have room. With a conversation's id also that
 * conversation, as the member may see it: all in one trip.
 */
export async function findSession(
  db: Database,
  { sessionId, memberId, now }: { sessionId: string; memberId: string; now: number },
  windows: RateWindows,
  conversationId: string | null,
): Promise<{
  row: SessionRow | undefined;
  states: WindowStates;
  conversation: AccessRow | undefined;
}> {
  const isLive = sql`where s.id = ${sessionId} and s.member_id = ${memberId} and s.expires_at > ${now}`;
  const found = sql<SessionRow>`select ${memberColumns}, m.password_hash, s.id as session_id,
    s.created_at as session_created_at, s.expires_at as session_expires_at,
    m.email_verified_at, m.paused_from, m.paused_until, m.last_seen_on, m.absence_told_on,
    s.last_seen_at as session_last_seen_at, s.reauthenticated_at as session_reauthenticated_at,
    ${passkeyColumns}, ${standingColumns}
    from sessions s join members m on m.id = s.member_id ${joinStanding(sql`s.member_id`, now)} ${isLive}`;
  if (windows.windows.length === 0 && conversationId === null) {
    const { rows } = await runStatement<SessionRow>(db, found);
    return { row: rows[0], states: [], conversation: undefined };
  }
  const isCounted = windows.windows.length > 0;
  const results = await runBatch(db, {
    session: found,
    conversation:
      conversationId === null ? undefined : accessStatement({ conversationId, memberId }),
    states: isCounted ? selectWindows(windows) : undefined,
    counted: isCounted
      ? countEvent(windows, sql`exists(select 1 from sessions s ${isLive}) and ${hasRoom(windows)}`)
      : undefined,
  });
  return {
    row: results.session.rows[0],
    states: toStates(windows, results.states),
    conversation: results.conversation?.rows[0],
  };
}

/** An e-mail address that asks for an account. */
interface EmailToRegister {
  email: string;
  /** Its keyed digests by every secret that is still good. */
  emailDigests: string[];
  /**
   * An account that was made at this moment or before, and whose address was never verified, gives the address up; null
   * where addresses aren't verified. Milliseconds since 1970.
   */
  heldUntil: number | null;
}

/**
 * A condition on a row of `members`: its address can be claimed. Never that of an account that took part in anything.
 */
const isClaimable = (email: string, heldUntil: number) =>
  sql`members.email = ${email} and members.email_verified_at is null
        and members.created_at <= ${heldUntil} and members.is_admin = 0
        and not exists(select 1 from pairings p where p.user1_id = members.id)
        and not exists(select 1 from pairings p where p.user2_id = members.id)
        and not exists(select 1 from member_actions a where a.member_id = members.id)`;

/** Whether an e-mail may not be registered (contract §9). @param digests of the e-mail */
export const isBannedEmail = (digests: string[], now: number) =>
  sql`exists(select 1 from banned_emails where until > ${now} and email_digest in (${sql.join(
    digests.map((digest) => sql`${digest}`),
    sql`, `,
  )}))`;

/** Whether an e-mail is taken, and the windows of registrations. */
export async function findRegistrationState(
  db: Database,
  { email, emailDigests, heldUntil }: EmailToRegister,
  windows: RateWindows,
): Promise<{ emailTaken: boolean; emailBanned: boolean; states: WindowStates }> {
  const { found, states } = await runBatch(db, {
    found: sql<{
      taken: number;
      banned: number;
    }>`select exists(select 1 from members
            where email = ${email} and not (${heldUntil === null ? sql`0` : isClaimable(email, heldUntil)})) as taken,
          ${isBannedEmail(emailDigests, windows.now)} as banned`,
    states: selectWindows(windows),
  });
  return {
    emailTaken: found.rows[0]?.taken === 1,
    emailBanned: found.rows[0]?.banned === 1,
    states: toStates(windows, states),
  };
}

export interface NewMember {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  dob: string;
  gender: string | null;
  preferredMatchGender: string | null;
  createdAt: number;
  consent: NewConsent;
}

export interface NewSession {
  id: string;
  memberId: string;
  createdAt: number;
  expiresAt: number;
}

/** A network from which a member signs in, as a keyed digest. */
export interface SignedInFrom {
  networkDigest: string;
}

export const isStored = ({ id }: NewSession) =>
  sql`exists(select 1 from sessions where id = ${id})`;

export const insertSessionIf = (session: NewSession, condition: SQL) =>
  sql`insert into sessions (id, member_id, created_at, expires_at)
      select ${session.id}, ${session.memberId}, ${session.createdAt}, ${session.expiresAt}
      where ${condition}`;

export const rememberNetwork = (session: NewSession, { networkDigest }: SignedInFrom) => ({
  networkSeen: sql`insert into member_networks (member_id, network_digest, last_seen_at)
      select ${session.memberId}, ${networkDigest}, ${session.createdAt} where ${isStored(session)}
      on conflict (member_id, network_digest) do update set last_seen_at = excluded.last_seen_at`,
  oldNetworksDropped: sql`delete from member_networks where member_id = ${session.memberId} and network_digest not in (
        select network_digest from member_networks where member_id = ${session.memberId}
        order by last_seen_at desc limit ${MAX_NETWORKS_PER_MEMBER})`,
});

/**
 * Stores a member with a first session, all or nothing; an account whose address can be claimed makes room. Nothing is stored when the e-mail is taken
 * or banned, or the address has used up its registrations, however many calls arrive at once.
 * @param windows none for a client that is not limited
 * @returns no row when nothing was stored, and the windows as they were before
 */
export async function insertMember(
  db: Database,
  member: NewMember,
  session: NewSession,
  from: SignedInFrom,
  { emailDigests, heldUntil }: Pick<EmailToRegister, "emailDigests" | "heldUntil">,
  windows: RateWindows,
): Promise<{ row: MemberRow | undefined; states: WindowStates }> {
  const mayRegister = sql`(${hasRoom(windows)} and not ${isBannedEmail(emailDigests, member.createdAt)})`;
  const claim =
    heldUntil === null
      ? undefined
      : sql`${isClaimable(member.email, heldUntil)} and ${mayRegister}`;
  const { states, found } = await runBatch(db, {
    states: selectWindows(windows),
    // The ledger has to know of it, as of every deletion (`deleteMember`).
    recorded:
      claim &&
      sql`insert into conversation_changes (kind, detail, created_at)
        select 'record_deletion', json_object('member', id, 'at', ${member.createdAt}), ${member.createdAt}
        from members where ${claim}`,
    claimed: claim && sql`delete from members where ${claim}`,
    inserted: sql`insert into members
          (id, name, email, password_hash, dob, gender, preferred_match_gender, is_admin, created_at, last_seen_on)
        select ${member.id}, ${member.name}, ${member.email}, ${member.passwordHash}, ${member.dob},
          ${member.gender}, ${member.preferredMatchGender}, 0, ${member.createdAt}, ${toUtcDate(member.createdAt)}
        where ${mayRegister}
        on conflict (email) do nothing`,
    begun: insertSessionIf(session, sql`exists(select 1 from members where id = ${member.id})`),
    consented: insertConsent(member.id, member.consent, member.createdAt),
    found: sql<MemberRow>`select ${memberColumns} from members m where m.id = ${member.id}`,
    counted: countEvent(windows, isStored(session)),
    ...rememberNetwork(session, from),
  });
  return { row: found.rows[0], states: toStates(windows, states) };
}

/** A member as a sign-in needs it: with the hash of the password. */
export interface CredentialsRow extends MemberRow {
  password_hash: string;
}

/** The windows of failed sign-ins. */
export interface FailureWindows extends RateWindows {
  /** The window that a success empties. */
  reset: RateWindow;
}

const resetFailures = ({ reset }: FailureWindows, condition: SQL) =>
  sql`delete from rate_windows where key = ${reset.key} and ${condition}`;

/** Whether a member has signed in from a network before. */
export const isKnownNetwork = (email: string, networkDigest: string) =>
  sql`exists(select 1 from members k join member_networks n on n.member_id = k.id
      where k.email = ${email} and n.network_digest = ${networkDigest})`;

/** The member of an e-mail, and the windows of its failures. */
export async function findCredentials(
  db: Database,
  email: string,
  windows: RateWindows,
): Promise<{ row: CredentialsRow | undefined; states: WindowStates }> {
  const { member, states } = await runBatch(db, {
    member: sql<CredentialsRow>`select ${memberColumns}, m.password_hash from members m
        where m.email = ${email}`,
    states: selectWindows(windows),
  });
  return { row: member.rows[0], states: toStates(windows, states) };
}

interface IdRow {
  id: string;
}

/** Ends the oldest sessions of a member beyond {@link MAX_SESSIONS_PER_MEMBER}. */
export const trimSessions = (memberId: string) =>
  sql<IdRow>`delete from sessions where member_id = ${memberId} and id not in (
        select id from sessions where member_id = ${memberId}
        order by created_at desc, rowid desc limit ${MAX_SESSIONS_PER_MEMBER}) returning id`;

/**
 * A new session after a right password, which also resets the count of failures. No session begins
 * when a window is full, nor when the password that was verified is not the member's any more. The
 * oldest sessions beyond {@link MAX_SESSIONS_PER_MEMBER} end.
 */
export async function insertSession(
  db: Database,
  session: NewSession,
  verifiedHash: string,
  from: SignedInFrom,
  { failures, successes }: { failures: FailureWindows; successes: RateWindows },
): Promise<{ inserted: boolean; states: WindowStates; endedSessionIds: string[] }> {
  const all = { now: failures.now, windows: [...failures.windows, ...successes.windows] };
  const { memberId } = session;
  const { states, begun, ended } = await runBatch(db, {
    states: selectWindows(all),
    begun: insertSessionIf(
      session,
      sql`exists(select 1 from members where id = ${memberId} and password_hash = ${verifiedHash})
        and ${hasRoom(all)}`,
    ),
    reset: resetFailures(failures, isStored(session)),
    counted: countEvent(successes, isStored(session)),
    ended: trimSessions(memberId),
    ...rememberNetwork(session, from),
  });
  return {
    inserted: begun.changes === 1,
    states: toStates(all, states),
    endedSessionIds: idsOf(ended),
  };
}

/** Notes that a session is in use, which moves the end of its idleness. */
export async function touchSession(
  db: Database,
  { sessionId, now, expiresAt }: { sessionId: string; now: number; expiresAt: number },
): Promise<void> {
  await runStatement(
    db,
    sql`update sessions set last_seen_at = ${now}, expires_at = ${expiresAt}
        where id = ${sessionId} and expires_at > ${now}`,
  );
}

/** Notes that a member has confirmed the password, unless it was changed meanwhile or a window is full. */
export async function markReauthenticated(
  db: Database,
  { sessionId, memberId, hash }: { sessionId: string; memberId: string; hash: string },
  failures: FailureWindows,
): Promise<{ marked: boolean; states: WindowStates }> {
  const { states, marked } = await runBatch(db, {
    states: selectWindows(failures),
    marked: sql`update sessions set reauthenticated_at = ${failures.now}
        where id = ${sessionId} and ${hasRoom(failures)} and exists(select 1 from members
          where id = ${memberId} and password_hash = ${hash})`,
    reset: resetFailures(
      failures,
      sql`exists(select 1 from sessions
        where id = ${sessionId} and reauthenticated_at = ${failures.now})`,
    ),
  });
  return { marked: marked.changes === 1, states: toStates(failures, states) };
}

export interface ListedSessionRow {
  id: string;
  created_at: number;
  last_seen_at: number | null;
}

/** A member's live sessions, newest first. */
export async function listSessions(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
): Promise<ListedSessionRow[]> {
  const { rows } = await runStatement<ListedSessionRow>(
    db,
    sql`select id, created_at, last_seen_at from sessions
        where member_id = ${memberId} and expires_at > ${now} order by created_at desc, rowid desc`,
  );
  return rows;
}

/** The sessions that a change has ended, and the conversations whose live connections must end with them. */
export interface EndedSessions {
  sessionIds: string[];
  conversationIds: string[];
}

/** Ends every session of a member but one. */
export async function deleteOtherSessions(
  db: Database,
  { sessionId, memberId, now }: { sessionId: string; memberId: string; now: number },
): Promise<EndedSessions> {
  const { ended, open } = await runBatch(db, {
    ended: sql<IdRow>`delete from sessions where member_id = ${memberId} and id <> ${sessionId} returning id`,
    open: openConversationIds(memberId, now),
  });
  return { sessionIds: idsOf(ended), conversationIds: idsOf(open) };
}

/** Ends a session. Answers the member's open conversations, whose live connections must end too. */
export async function deleteSession(
  db: Database,
  { sessionId, memberId, now }: { sessionId: string; memberId: string; now: number },
): Promise<{ conversationIds: string[] }> {
  const { open } = await runBatch(db, {
    ended: sql`delete from sessions where id = ${sessionId} and member_id = ${memberId}`,
    open: openConversationIds(memberId, now),
  });
  return { conversationIds: idsOf(open) };
}

/** The member's open conversations. */
export async function listOpenConversationIds(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
): Promise<string[]> {
  return idsOf(await runStatement(db, openConversationIds(memberId, now)));
}

export interface PasswordChange extends EndedSessions {
  updated: boolean;
  /** The windows as they were before. */
  states: WindowStates;
}

/**
 * Sets a new password and ends every session but the one that asks: if that one is still alive,
 * the old hash still stands, and the windows of failures have room.
 * @param renewed a session that takes the place of the asking one, which then ends too
 */
export async function updatePassword(
  db: Database,
  change: {
    memberId: string;
    sessionId: string;
    oldHash: string;
    newHash: string;
    renewed: NewSession | null;
  },
  failures: FailureWindows,
): Promise<PasswordChange> {
  const { memberId, sessionId, oldHash, newHash, renewed } = change;
  const changed = sql`exists(select 1 from members
      where id = ${memberId} and password_hash = ${newHash})`;
  const { states, updated, ended, open } = await runBatch(db, {
    states: selectWindows(failures),
    updated: sql`update members set password_hash = ${newHash}
        where id = ${memberId} and password_hash = ${oldHash} and ${hasRoom(failures)}
          and exists(select 1 from sessions where id = ${sessionId} and member_id = ${memberId})`,
    reset: resetFailures(failures, changed),
    // Links that a thief of the mailbox or of a session may have asked for.
    links: sql`delete from mail_tokens
        where member_id = ${memberId} and purpose <> 'verify_email' and ${changed}`,
    ended: sql<IdRow>`delete from sessions where member_id = ${memberId} and ${changed}
          and id <> ${renewed ? "" : sessionId} returning id`,
    open: openConversationIds(memberId, failures.now),
    begun: renewed ? insertSessionIf(renewed, changed) : undefined,
  });
  return {
    updated: updated.changes === 1,
    states: toStates(failures, states),
    sessionIds: idsOf(ended),
    conversationIds: idsOf(open),
  };
}

/** The ids of a statement that answers `id`. */
export const idsOf = ({ rows }: StatementResult<IdRow>) => rows.map(({ id }) => id);

/** Statement: the open conversations of a member. */
export function openConversationIds(memberId: string, now: number) {
  return sql<IdRow>`select id from pairings where user1_id = ${memberId} and expires_at > ${now}
      union all
      select id from pairings where user2_id = ${memberId} and expires_at > ${now}`;
}
