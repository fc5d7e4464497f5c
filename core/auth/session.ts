/** Sessions: how one begins, who it stands for, what it may ask for, and how it ends. */
import { toAvailability } from "~/core/availability/availability";
import { rememberConversation } from "~/core/conversation/access";
import type { Deps } from "~/core/deps";
import { rememberReportTarget, reportWindows } from "~/core/moderation/report-target";
import { toStanding } from "~/core/moderation/standing-state";
import type { TokenClaims } from "~/core/ports";
import { toIso, toUtcDate } from "~/core/shared/age";
import { BOUNDS, type BoundName } from "~/core/shared/bounds";
import {
  MS_PER_DAY,
  PASSKEY_CONFIRMATION_MS,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
} from "~/core/shared/constants";
import type { MemberDto, SessionDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { touchMember } from "~/db/queries/availability";
import type { ReportedPair } from "~/db/queries/moderation";
import { countIfRoom, type RateWindow, type WindowStates } from "~/db/queries/rate-window";
import * as queries from "~/db/queries/sessions";
import { toMemberDto } from "./to-member-dto";
import type { Viewer } from "./viewer";

export interface SignedIn {
  user: MemberDto;
  token: string;
  /** End of the token, milliseconds since 1970. */
  expiresAt: number;
}

const IDLE_MS = SESSION_IDLE_DAYS * MS_PER_DAY;

/** The end of a session: of its own time, or of its idleness, whichever comes first. */
function endOfSession(createdAt: number, lastSeenAt: number): number {
  return Math.min(endOfToken(createdAt), lastSeenAt + IDLE_MS);
}

const endOfToken = (createdAt: number) => createdAt + SESSION_DAYS * MS_PER_DAY;

/** A session that begins now; the caller stores it. */
export function newSession(deps: Deps, memberId: string, now: number): queries.NewSession {
  return { id: deps.random.id(), memberId, createdAt: now, expiresAt: endOfSession(now, now) };
}

/** Whether an instant lies within a span before now. @param span milliseconds */
export const isRecent = (at: number | null, now: number, span: number) =>
  at !== null && now - at < span;

/** What a client gets of a session that is stored. */
export async function signedIn(
  deps: Deps,
  user: MemberDto,
  { id, memberId, createdAt }: queries.NewSession,
): Promise<SignedIn> {
  const expiresAt = endOfToken(createdAt);
  const token = await deps.tokens.sign({ memberId, sessionId: id, expiresAt });
  return { user, token, expiresAt };
}

/**
 * The hash that a viewer's password had when the request was authenticated. Beside the viewer, not
 * in it, so that it can't end up in a page's data or a log.
 */
const hashes = new WeakMap<Viewer, string>();

/** The hash of a viewer's password; undefined for a viewer that {@link authenticate} has not made. */
export const passwordHashOf = (viewer: Viewer) => hashes.get(viewer);

/** A conversation of the viewer's, or the member and conversation that the viewer reports. */
export interface ReadAhead {
  conversationId?: string | undefined;
  report?: Omit<ReportedPair, "reporterId">;
}

/**
 * Who a token stands for. The use is noted for the session and the member, after the answer and once per day each.
 * @param ahead what the use case asks for next: it is read in the same trip
 * @param bound what is counted in the same trip; {@link assertWithinBound} refuses it
 * @throws AppError `unauthenticated` for a malformed, forged, expired or revoked token
 */
export async function authenticate(
  deps: Deps,
  token: string | null,
  ahead: ReadAhead | undefined = {},
  bound: BoundName | null = null,
): Promise<Viewer> {
  const claims = await verifyToken(deps, token);
  const now = deps.clock.now();
  const session = { ...claims, now };
  const windows = { windows: bound ? boundWindows(claims.memberId, bound) : [], now };
  const report = ahead.report && {
    pair: { ...ahead.report, reporterId: claims.memberId },
    windows: reportWindows(deps, claims.memberId),
  };
  const { conversationId } = ahead;
  const found = await queries.findSession(deps.db, session, windows, { conversationId, report });
  const { row } = found;
  if (!row) throw new AppError("unauthenticated");
  noteUse(deps, row, now);
  const viewer: Viewer = {
    memberId: row.id,
    sessionId: row.session_id,
    expiresAt: row.session_expires_at,
    tokenExpiresAt: claims.expiresAt,
    reauthenticatedAt: row.session_reauthenticated_at,
    isAdmin: row.is_admin === 1,
    passkey: {
      isRegistered: row.has_passkey === 1,
      isRequired: row.passkey_required === 1,
      isConfirmed:
        row.is_admin === 1 &&
        isRecent(row.session_passkey_confirmed_at, now, PASSKEY_CONFIRMATION_MS),
    },
    awaitsVerification: deps.mail.mustVerify && row.email_verified_at === null,
    standing: toStanding(row),
    availability: toAvailability(row, now),
    user: toMemberDto(row, now),
  };
  hashes.set(viewer, row.password_hash);
  boundOf.set(viewer, { states: found.states, now });
  if (conversationId) rememberConversation(viewer, conversationId, found.conversation);
  if (report && found.reportTarget) rememberReportTarget(viewer, report.pair, found.reportTarget);
  return viewer;
}

/** How full the windows were that a viewer's request counts in. */
const boundOf = new WeakMap<Viewer, { states: WindowStates; now: number }>();

/** The windows that a use of a bound counts in. */
export function boundWindows(memberId: string, name: BoundName): RateWindow[] {
  const { minute, day } = BOUNDS[name];
  return [
    { key: `${name}-minute:${memberId}`, limit: minute, memberId },
    { key: `${name}-day:${memberId}`, limit: day, memberId },
  ];
}

/** @throws AppError `too_many_requests` for a request that its bound had no room for */
export function assertWithinBound(_deps: unknown, viewer: Viewer): void {
  const found = boundOf.get(viewer);
  if (found) assertWithinLimits(found.states, found.now);
}

/**
 * Counts what a page does in the bound of its API twin, which counts it with the look-up of the session: a page's
 * session is looked up before it is known what its form asks for.
 * @throws AppError `too_many_requests` when there is no room
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

async function verifyToken(deps: Deps, token: string | null): Promise<TokenClaims> {
  const claims = token ? await deps.tokens.verify(token) : null;
  if (!claims || claims.expiresAt <= deps.clock.now()) throw new AppError("unauthenticated");
  return claims;
}

/** Ends the session: its token is dead from then on, and its live connections with it. */
export async function logout(deps: Deps, viewer: Viewer): Promise<{ message: string }> {
  const now = deps.clock.now();
  const { sessionId, memberId } = viewer;
  const { conversationIds } = await queries.deleteSession(deps.db, { sessionId, memberId, now });
  await deps.channel.endSessions(memberId, [sessionId], conversationIds);
  return { message: "You have been signed out" };
}

/** The member's live sessions, newest first (docs/rules.md#sessions). */
export async function listSessions(deps: Deps, viewer: Viewer): Promise<SessionDto[]> {
  const now = deps.clock.now();
  const rows = await queries.listSessions(deps.db, { memberId: viewer.memberId, now });
  return rows.map((row) => {
    const current = row.id === viewer.sessionId;
    return {
      session_id: row.id,
      created_at: toIso(row.created_at),
      // This very call is a use of the current one.
      last_seen_at: toIso(current ? now : (row.last_seen_at ?? row.created_at)),
      current,
    };
  });
}

/** Ends every session of the member but the asking one, and their live connections (docs/rules.md#sessions). */
export async function endOtherSessions(deps: Deps, viewer: Viewer): Promise<{ message: string }> {
  const now = deps.clock.now();
  const { sessionId, memberId } = viewer;
  const ended = await queries.deleteOtherSessions(deps.db, { sessionId, memberId, now });
  await deps.channel.endSessions(memberId, ended.sessionIds, ended.conversationIds);
  return { message: "You have been signed out everywhere else" };
}
