import type { Deps } from "~/core/deps";
import { toStanding } from "~/core/moderation/standing";
import { toAvailability } from "~/core/notices/availability";
import { toIso, toUtcDate } from "~/core/shared/age";
import {
  EVIDENCE_CONFIRMATION_MS,
  MS_PER_DAY,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
} from "~/core/shared/constants";
import type { MemberDto, SessionDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { countIfRoom } from "~/db/accounts/rate-window";
import * as queries from "~/db/accounts/sessions";
import type { AccessRow } from "~/db/conversation/conversations";
import { touchMember } from "~/db/notices/availability";
import { type BoundName, boundWindows } from "./bounds";
import { toMemberDto } from "./to-member-dto";
import { signToken, type TokenClaims, verifyToken } from "./tokens";
import type { Viewer } from "./viewer";

export interface SignedIn {
  user: MemberDto;
  token: string;
  expiresAt: number;
}

const IDLE_MS = SESSION_IDLE_DAYS * MS_PER_DAY;

function endOfSession(createdAt: number, lastSeenAt: number): number {
  return Math.min(endOfToken(createdAt), lastSeenAt + IDLE_MS);
}

const endOfToken = (createdAt: number) => createdAt + SESSION_DAYS * MS_PER_DAY;

export function newSession(memberId: string, now: number): queries.NewSession {
  return { id: newId(), memberId, createdAt: now, expiresAt: endOfSession(now, now) };
}

export const isRecent = (at: number | null, now: number, span: number) =>
  at !== null && now - at < span;

export async function signedIn(
  deps: Deps,
  user: MemberDto,
  { id, memberId, createdAt }: queries.NewSession,
): Promise<SignedIn> {
  const expiresAt = endOfToken(createdAt);
  const token = await signToken(deps.config, { memberId, sessionId: id, expiresAt });
  return { user, token, expiresAt };
}

interface Ahead {
  conversationId?: string | undefined;
  /** The limit in which the call is counted; null for none. */
  bound: BoundName | null;
}

interface Authenticated {
  viewer: Viewer;
  /** Null if there is no such conversation, undefined if none was requested. */
  conversation: AccessRow | null | undefined;
  /** @throws AppError `too_many_requests` */
  assertWithinBound(): void;
}

/**
 * Identifies the viewer by the token of a session. After the answer, stores when the session was last used and when the
 * member was last seen, each at most once a day.
 * @throws AppError `unauthenticated` for a malformed, forged, expired or revoked token
 */
export async function authenticate(deps: Deps, token: string | null): Promise<Viewer> {
  return (await authenticateCall(deps, token, { bound: null })).viewer;
}

/**
 * Like {@link authenticate}. The same round trip also reads a conversation, and counts the call towards the limit
 * `bound`.
 */
export async function authenticateCall(
  deps: Deps,
  token: string | null,
  { conversationId, bound }: Ahead,
): Promise<Authenticated> {
  const claims = await readToken(deps, token);
  const now = deps.clock.now();
  const windows = { windows: bound ? boundWindows(claims.memberId, bound) : [], now };
  const session = { ...claims, now };
  const found = await queries.findSession(deps.db, session, windows, conversationId);
  const { row, states } = found;
  if (!row) throw new AppError("unauthenticated");
  noteUse(deps, row, now);
  return {
    viewer: toViewer(deps, row, claims, now),
    conversation: conversationId ? (found.conversation ?? null) : undefined,
    assertWithinBound: () => assertWithinLimits(states, now),
  };
}

function toViewer(
  { mail }: Pick<Deps, "mail">,
  row: queries.SessionRow,
  claims: TokenClaims,
  now: number,
): Viewer {
  return {
    memberId: row.id,
    sessionId: row.session_id,
    expiresAt: row.session_expires_at,
    tokenExpiresAt: claims.expiresAt,
    reauthenticatedAt: row.session_reauthenticated_at,
    isAdmin: row.is_admin === 1,
    isRecentlyProven:
      row.is_admin === 1 &&
      isRecent(
        Math.max(row.session_created_at, row.session_reauthenticated_at ?? 0),
        now,
        EVIDENCE_CONFIRMATION_MS,
      ),
    passkey: {
      isRegistered: row.has_passkey === 1,
      isRequired: row.passkey_required === 1,
      isConfirmed:
        row.is_admin === 1 &&
        isRecent(row.session_passkey_confirmed_at, now, EVIDENCE_CONFIRMATION_MS),
    },
    awaitsVerification: mail.mustVerify && row.email_verified_at === null,
    standing: toStanding(row),
    availability: toAvailability(row, now),
    clock: { timezone: row.timezone, zone: row.zone },
    user: toMemberDto(row, now),
  };
}

/**
 * Counts a page's action in the limit of the API call that does the same thing. A page looks up its session before it
 * reads the form, so {@link authenticateCall} can't count the action.
 * @throws AppError `too_many_requests`
 */
export async function countUse(
  deps: Pick<Deps, "db" | "clock">,
  { memberId }: Pick<Viewer, "memberId">,
  bound: BoundName,
): Promise<void> {
  const windows = { windows: boundWindows(memberId, bound), now: deps.clock.now() };
  const { counted, states } = await countIfRoom(deps.db, windows);
  if (!counted) assertWithinLimits(states, windows.now);
}

function noteUse(deps: Deps, row: queries.SessionRow, now: number): void {
  if (row.last_seen_on !== null && row.last_seen_on < toUtcDate(now)) {
    deps.defer(touchMember(deps.db, { memberId: row.id, now }));
  }
  const createdAt = row.session_created_at;
  if (now - (row.session_last_seen_at ?? createdAt) < MS_PER_DAY) return;
  const expiresAt = endOfSession(createdAt, now);
  deps.defer(queries.touchSession(deps.db, { sessionId: row.session_id, now, expiresAt }));
}

async function readToken(deps: Deps, token: string | null): Promise<TokenClaims> {
  const claims = token ? await verifyToken(deps.config, token) : null;
  if (!claims || claims.expiresAt <= deps.clock.now()) throw new AppError("unauthenticated");
  return claims;
}

/** Closes the live connections of the sessions that were ended because the member has too many. */
export async function endOldestSessions(
  deps: Deps,
  member: { memberId: string; now: number },
  sessionIds: string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  const conversationIds = await queries.listOpenConversationIds(deps.db, member);
  await deps.channel.endSessions(sessionIds, conversationIds);
}

export async function logout(deps: Deps, viewer: Viewer): Promise<{ message: string }> {
  const now = deps.clock.now();
  const { sessionId, memberId } = viewer;
  const { conversationIds } = await queries.deleteSession(deps.db, { sessionId, memberId, now });
  await deps.channel.endSessions([sessionId], conversationIds);
  return { message: "You have been signed out" };
}

/** Newest first (docs/rules.md#sessions). */
export async function listSessions(deps: Deps, viewer: Viewer): Promise<SessionDto[]> {
  const now = deps.clock.now();
  const rows = await queries.listSessions(deps.db, { memberId: viewer.memberId, now });
  return rows.map((row) => {
    const current = row.id === viewer.sessionId;
    return {
      session_id: row.id,
      created_at: toIso(row.createdAt),
      // This call itself uses the current session.
      last_seen_at: toIso(current ? now : (row.lastSeenAt ?? row.createdAt)),
      current,
    };
  });
}

export async function endOtherSessions(deps: Deps, viewer: Viewer): Promise<{ message: string }> {
  const now = deps.clock.now();
  const { sessionId, memberId } = viewer;
  const ended = await queries.deleteOtherSessions(deps.db, { sessionId, memberId, now });
  await deps.channel.endSessions(ended.sessionIds, ended.conversationIds);
  return { message: "You have been signed out everywhere else" };
}
