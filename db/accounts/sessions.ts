import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { MAX_NETWORKS_PER_MEMBER, MAX_SESSIONS_PER_MEMBER } from "~/core/shared/constants";
import { type Database, runBatch, runStatement, type StatementResult } from "~/db/client";
import { selectAccess } from "~/db/conversation/conversations";
import { joinStanding, type StandingRow, standingColumns } from "~/db/moderation/standing";
import type { AvailabilityColumns } from "~/db/notices/availability";
import { members, sessions } from "~/db/schema";
import {
  acceptsPassword,
  countFailure,
  type FailureWindows,
  resetFailures,
  windowsOfFailure,
} from "./credentials";
import { type MemberRow, memberColumns, type StoredMember } from "./member-row";
import * as rates from "./rate-window";

export interface SessionRow
  extends MemberRow,
    StandingRow,
    AvailabilityColumns,
    Pick<StoredMember, "email_verified_at" | "zone"> {
  session_id: string;
  session_created_at: number;
  session_expires_at: number;
  session_last_seen_at: number | null;
  session_reauthenticated_at: number | null;
  session_passkey_confirmed_at: number | null;
  /** 0 for everyone but admins. The same holds for `passkey_required`. */
  has_passkey: number;
  passkey_required: number;
}

interface SessionKey {
  sessionId: string;
  memberId: string;
  now: number;
}

const isLive = ({ sessionId, memberId, now }: SessionKey) =>
  sql`where s.id = ${sessionId} and s.member_id = ${memberId} and s.expires_at > ${now}`;

const selectSession = (
  session: SessionKey,
) => sql<SessionRow>`select ${memberColumns}, s.id as session_id,
    s.created_at as session_created_at, s.expires_at as session_expires_at,
    m.email_verified_at, m.zone, m.paused_from, m.paused_until, m.last_seen_on, m.absence_told_on,
    s.last_seen_at as session_last_seen_at, s.reauthenticated_at as session_reauthenticated_at,
    s.passkey_confirmed_at as session_passkey_confirmed_at,
    case m.is_admin when 1 then exists(select 1 from passkeys k where k.member_id = m.id) else 0 end as has_passkey,
    case m.is_admin when 1 then exists(select 1 from settings o where o.name = 'require_passkey') else 0 end
      as passkey_required, ${standingColumns}
    from sessions s join members m on m.id = s.member_id
    ${joinStanding(sql`s.member_id`, session.now)} ${isLive(session)}`;

/**
 * Finds the member of a live session. Counts one event in `windows` if all of them have room.
 * @param conversationId a conversation to read in the same round trip, if the member may see it
 */
export async function findSession(
  db: Database,
  session: SessionKey,
  windows: rates.RateWindows,
  conversationId?: string,
) {
  const results = await runBatch(db, {
    session: selectSession(session),
    conversation: conversationId
      ? selectAccess({ conversationId, memberId: session.memberId })
      : undefined,
    states: rates.selectWindows(windows),
    counted: rates.countEvent(
      windows,
      sql`exists(select 1 from sessions s ${isLive(session)}) and ${rates.hasRoom(windows)}`,
    ),
  });
  return {
    row: results.session.rows[0],
    states: rates.toStates(windows, results.states),
    conversation: results.conversation?.rows[0],
  };
}

export async function findPasswordHash(db: Database, memberId: string): Promise<string | null> {
  const { passwordHash } = members;
  const row = await db.select({ passwordHash }).from(members).where(eq(members.id, memberId)).get();
  return row?.passwordHash ?? null;
}

export type NewSession = Pick<
  typeof sessions.$inferSelect,
  "id" | "memberId" | "createdAt" | "expiresAt"
>;

export interface SignedInFrom {
  networkDigest: string;
  siteDigest: string | null;
}

export const isStored = ({ id }: NewSession) =>
  sql`exists(select 1 from sessions where id = ${id})`;

export const insertSessionIf = (session: NewSession, condition: SQL) =>
  sql`insert into sessions (id, member_id, created_at, expires_at)
      select ${session.id}, ${session.memberId}, ${session.createdAt}, ${session.expiresAt}
      where ${condition}`;

export const rememberNetwork = (
  session: NewSession,
  { networkDigest, siteDigest }: SignedInFrom,
) => ({
  networkSeen: sql`insert into member_networks (member_id, network_digest, site_digest, last_seen_at)
      select ${session.memberId}, ${networkDigest}, ${siteDigest}, ${session.createdAt} where ${isStored(session)}
      on conflict (member_id, network_digest) do update set
        last_seen_at = excluded.last_seen_at, site_digest = excluded.site_digest`,
  oldNetworksDropped: sql`delete from member_networks where member_id = ${session.memberId} and network_digest not in (
        select network_digest from member_networks where member_id = ${session.memberId}
        order by last_seen_at desc limit ${MAX_NETWORKS_PER_MEMBER})`,
});

export interface IdRow {
  id: string;
}

export const trimSessions = (memberId: string) =>
  sql<IdRow>`delete from sessions where member_id = ${memberId} and id not in (
        select id from sessions where member_id = ${memberId}
        order by created_at desc, rowid desc limit ${MAX_SESSIONS_PER_MEMBER}) returning id`;

/** Begins no session if a rate window is full, or the verified password was changed meanwhile. */
export async function insertSession(
  db: Database,
  session: NewSession,
  verifiedHash: string,
  from: SignedInFrom,
  { failures, successes }: { failures: FailureWindows; successes: rates.RateWindows },
): Promise<{ inserted: boolean; states: rates.WindowStates; endedSessionIds: string[] }> {
  const { now } = failures;
  const all = { windows: [...windowsOfFailure(failures).windows, ...successes.windows], now };
  const { memberId } = session;
  const { states, begun, ended } = await runBatch(db, {
    states: rates.selectWindows(all),
    begun: insertSessionIf(
      session,
      sql`exists(select 1 from members where id = ${memberId} and password_hash = ${verifiedHash})
        and ${acceptsPassword(failures)} and ${rates.hasRoom(successes)}`,
    ),
    reset: resetFailures(failures, isStored(session)),
    failed: countFailure(failures, sql`not ${isStored(session)}`),
    counted: rates.countEvent(successes, isStored(session)),
    ended: trimSessions(memberId),
    ...rememberNetwork(session, from),
  });
  return {
    inserted: begun.changes === 1,
    states: rates.toStates(all, states),
    endedSessionIds: idsOf(ended),
  };
}

export async function touchSession(
  db: Database,
  { sessionId, now, expiresAt }: { sessionId: string; now: number; expiresAt: number },
): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt })
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)));
}

/** Marks nothing if a rate window is full, or the password was changed meanwhile. */
export async function markReauthenticated(
  db: Database,
  { sessionId, memberId, hash }: { sessionId: string; memberId: string; hash: string },
  failures: FailureWindows,
): Promise<{ marked: boolean; states: rates.WindowStates }> {
  const all = windowsOfFailure(failures);
  const isMarked = sql`exists(select 1 from sessions
        where id = ${sessionId} and reauthenticated_at = ${failures.now})`;
  const { states, marked } = await runBatch(db, {
    states: rates.selectWindows(all),
    marked: sql`update sessions set reauthenticated_at = ${failures.now}
        where id = ${sessionId} and ${acceptsPassword(failures)} and exists(select 1 from members
          where id = ${memberId} and password_hash = ${hash})`,
    reset: resetFailures(failures, isMarked),
    failed: countFailure(failures, sql`not ${isMarked}`),
  });
  return { marked: marked.changes === 1, states: rates.toStates(all, states) };
}

export const listSessions = (db: Database, ask: { memberId: string; now: number }) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, ask.memberId), gt(sessions.expiresAt, ask.now)))
    .orderBy(desc(sessions.createdAt), sql`rowid desc`);

/** Ended sessions, and the conversations in which the sessions' live connections must be closed. */
export interface EndedSessions {
  sessionIds: string[];
  conversationIds: string[];
}

export async function deleteOtherSessions(
  db: Database,
  { sessionId, memberId, now }: SessionKey,
): Promise<EndedSessions> {
  const { ended, open } = await runBatch(db, {
    ended: sql<IdRow>`delete from sessions where member_id = ${memberId} and id <> ${sessionId} returning id`,
    open: openConversationIds(memberId, now),
  });
  return { sessionIds: idsOf(ended), conversationIds: idsOf(open) };
}

/** @returns the member's open conversations, in which the session's live connections must be closed */
export async function deleteSession(
  db: Database,
  { sessionId, memberId, now }: SessionKey,
): Promise<{ conversationIds: string[] }> {
  const { open } = await runBatch(db, {
    ended: sql`delete from sessions where id = ${sessionId} and member_id = ${memberId}`,
    open: openConversationIds(memberId, now),
  });
  return { conversationIds: idsOf(open) };
}

export async function listOpenConversationIds(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
): Promise<string[]> {
  return idsOf(await runStatement(db, openConversationIds(memberId, now)));
}

export const idsOf = ({ rows }: StatementResult<IdRow>) => rows.map(({ id }) => id);

export function openConversationIds(memberId: string, now: number) {
  return sql<IdRow>`select id from pairings where user1_id = ${memberId} and expires_at > ${now}
      union all
      select id from pairings where user2_id = ${memberId} and expires_at > ${now}`;
}
