import type { Deps } from "~/core/deps";
import type { TokenClaims } from "~/core/ports";
import { toMemberDto } from "~/core/profile/to-member-dto";
import { LIMITS, MS_PER_DAY, SESSION_DAYS } from "~/core/shared/constants";
import type { MemberDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import {
  countFailures,
  countRegistrations,
  deleteSession,
  findCredentials,
  findRegistrationState,
  findSession,
  insertFailure,
  insertMember,
  insertSession,
  updatePassword,
} from "~/db/queries/accounts";
import {
  digestAddress,
  failedSignInWindow,
  isLoopback,
  tooManyRegistrations,
  tooManySignIns,
} from "./limits";
import {
  type LoginInput,
  loginSchema,
  type RegisterInput,
  type ResetPasswordInput,
} from "./schemas";
import type { Viewer } from "./viewer";

export interface SignedIn {
  user: MemberDto;
  token: string;
  /** End of the session, milliseconds since 1970. */
  expiresAt: number;
}

/** The client's network address, for the limits of contract §3. */
export interface ClientAddress {
  address: string;
}

function newSession(deps: Deps, memberId: string, now: number) {
  return {
    id: deps.random.id(),
    memberId,
    createdAt: now,
    expiresAt: now + SESSION_DAYS * MS_PER_DAY,
  };
}

async function registrationWindow(deps: Deps, { address }: ClientAddress, now: number) {
  const { limit, windowMs } = LIMITS.registrations;
  return { addressDigest: await digestAddress(deps, address), since: now - windowMs, limit };
}

/**
 * Creates an account with a first session (specification §5, contract §3).
 * @throws AppError `email_taken`, `too_many_requests`
 */
export async function register(
  deps: Deps,
  client: ClientAddress,
  input: RegisterInput,
): Promise<SignedIn> {
  const now = deps.clock.now();
  const window = await registrationWindow(deps, client, now);
  const isLimited = !isLoopback(client.address);
  const isFull = ({ count }: { count: number }) => isLimited && count >= window.limit;
  const before = await findRegistrationState(deps.db, input.email, window);
  if (isFull(before.registrations)) throw tooManyRegistrations(before.registrations.oldest, now);
  if (before.emailTaken) throw new AppError("email_taken");
  const memberId = deps.random.id();
  const session = newSession(deps, memberId, now);
  const { row, registrations } = await insertMember(
    deps.db,
    {
      id: memberId,
      name: input.name,
      email: input.email,
      passwordHash: await deps.passwords.hash(input.password),
      dob: input.dob,
      gender: input.gender,
      preferredMatchGender: input.preferred_match_gender,
      createdAt: now,
    },
    session,
    isLimited ? window : null,
  );
  if (!row) {
    // Another call was faster: it took the last registration of this address, or the e-mail.
    throw isFull(registrations)
      ? tooManyRegistrations(registrations.oldest, now)
      : new AppError("email_taken");
  }
  return signedIn(deps, toMemberDto(row, now), session.id, session.expiresAt);
}

/** Throws the 429 of {@link register} if it is due: it goes before a bad body (contract §7, order of refusals). */
export async function checkRegistrationLimit(deps: Deps, client: ClientAddress): Promise<void> {
  if (isLoopback(client.address)) return;
  const now = deps.clock.now();
  const window = await registrationWindow(deps, client, now);
  const { count, oldest } = await countRegistrations(deps.db, window);
  if (count >= window.limit) throw tooManyRegistrations(oldest, now);
}

/**
 * Signs in. The same words and the same work for an unknown e-mail as for a wrong password; after
 * ten failures the right password waits too (contract §3).
 * @throws AppError `invalid_credentials`, `too_many_requests`
 */
export async function login(
  deps: Deps,
  client: ClientAddress,
  input: LoginInput,
): Promise<SignedIn> {
  const window = await failedSignInWindow(deps, { email: input.email, address: client.address });
  const { now, limit } = window;
  const { row, failures } = await findCredentials(deps.db, input.email, window);
  if (failures.count >= limit) throw tooManySignIns(failures.oldest, now);
  const matches = await verifyPassword(deps, input.password, row?.password_hash);
  if (!row || !matches) {
    const failure = await insertFailure(deps.db, window);
    if (!failure.counted) throw tooManySignIns(failure.failures.oldest, now);
    throw new AppError("invalid_credentials");
  }
  const session = newSession(deps, row.id, now);
  const begun = await insertSession(deps.db, session, row.password_hash, window);
  if (!begun.inserted) {
    // Guesses beside this one filled the window, or the password was changed meanwhile.
    if (begun.failures.count >= limit) throw tooManySignIns(begun.failures.oldest, now);
    throw new AppError("invalid_credentials");
  }
  return signedIn(deps, toMemberDto(row, now), session.id, session.expiresAt);
}

/**
 * Throws the 429 of {@link login} if it is due: it goes before a bad body (contract §7, order of
 * refusals), where that at least names an e-mail. Alike for one that nobody has.
 * @param given the body, unchecked
 */
export async function checkSignInLimit(
  deps: Deps,
  client: ClientAddress,
  given: unknown,
): Promise<void> {
  const named = loginSchema.pick({ email: true }).safeParse(given);
  if (named.success) await refuseWhenFull(deps, { ...named.data, address: client.address });
}

async function refuseWhenFull(deps: Deps, who: { email: string; address: string }): Promise<void> {
  const window = await failedSignInWindow(deps, who);
  const { count, oldest } = await countFailures(deps.db, window);
  if (count >= window.limit) throw tooManySignIns(oldest, window.now);
}

async function verifyPassword(deps: Deps, password: string, hash: string | undefined) {
  if (hash !== undefined) return deps.passwords.verify(password, hash);
  await deps.passwords.verifyAgainstNobody(password);
  return false;
}

async function signedIn(
  deps: Deps,
  user: MemberDto,
  sessionId: string,
  expiresAt: number,
): Promise<SignedIn> {
  return {
    user,
    token: await deps.tokens.sign({ memberId: user.id, sessionId, expiresAt }),
    expiresAt,
  };
}

/**
 * The hash that a viewer's password had when the request was authenticated. Beside the viewer, not
 * in it, so that it can't end up in a page's data or a log.
 */
const hashOf = new WeakMap<Viewer, string>();

/**
 * Who a token stands for.
 * @throws AppError `unauthenticated` for a malformed, forged, expired or revoked token
 */
export async function authenticate(deps: Deps, token: string | null): Promise<Viewer> {
  const claims = await verifyToken(deps, token);
  const now = deps.clock.now();
  const row = await findSession(deps.db, { ...claims, now });
  if (!row) throw new AppError("unauthenticated");
  const viewer: Viewer = {
    memberId: row.id,
    sessionId: row.session_id,
    expiresAt: row.session_expires_at,
    isAdmin: row.is_admin === 1,
    user: toMemberDto(row, now),
  };
  hashOf.set(viewer, row.password_hash);
  return viewer;
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
  const { conversationIds } = await deleteSession(deps.db, { sessionId, memberId, now });
  await deps.channel.endSessions([sessionId], conversationIds);
  return { message: "You have been signed out" };
}

/**
 * Changes the password; every other session of the member is dead, this one lives on. A wrong
 * current password counts as a failed sign-in (contract §3).
 * @throws AppError `current_password_incorrect`, `too_many_requests`, `unauthenticated`
 */
export async function resetPassword(
  deps: Deps,
  viewer: Viewer,
  client: ClientAddress,
  input: ResetPasswordInput,
): Promise<{ message: string }> {
  const window = await failedSignInWindow(deps, {
    email: viewer.user.email,
    address: client.address,
  });
  const { now, limit } = window;
  const oldHash = hashOf.get(viewer);
  if (oldHash === undefined) throw new AppError("unauthenticated");
  // The new one is hashed whatever comes of the old one: beyond the tenth failure, the time that a
  // refusal takes must not tell a right guess from a wrong one.
  const matches = await deps.passwords.verify(input.currentPassword, oldHash);
  const newHash = await deps.passwords.hash(input.newPassword);
  if (!matches) {
    const failure = await insertFailure(deps.db, window);
    if (!failure.counted) throw tooManySignIns(failure.failures.oldest, now);
    throw new AppError("current_password_incorrect");
  }
  const { memberId, sessionId } = viewer;
  const change = await updatePassword(deps.db, { memberId, sessionId, oldHash, newHash }, window);
  if (!change.updated) {
    if (change.failures.count >= limit) throw tooManySignIns(change.failures.oldest, now);
    // Another change was faster, so the password that was verified is no longer the current one.
    throw new AppError("current_password_incorrect");
  }
  await deps.channel.endSessions(change.endedSessionIds, change.conversationIds);
  return { message: "Password updated successfully" };
}

/** Throws the 429 of {@link resetPassword} if it is due: it goes before a bad body (contract §7, order of refusals). */
export async function checkPasswordLimit(
  deps: Deps,
  viewer: Viewer,
  client: ClientAddress,
): Promise<void> {
  await refuseWhenFull(deps, { email: viewer.user.email, address: client.address });
}
