import { z } from "zod";
import type { Deps } from "~/core/deps";
import { auditOf } from "~/core/moderation/audit";
import { notify } from "~/core/notices/notify";
import { mailMember } from "~/core/notices/send-mail";
import { isoOrNull, toIso } from "~/core/shared/age";
import { LIMITS, PASSKEY_CHALLENGE_MS } from "~/core/shared/constants";
import type { PasskeyDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { parseJson } from "~/core/shared/parse";
import { newId, newSecret } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import * as queries from "~/db/accounts/passkeys";
import { addressWindows, digestNetwork, signInWindows } from "./limit-windows";
import {
  assertionOptions,
  challengeOf,
  type PasskeyAnswer,
  type PasskeyOptions,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from "./passkey-ceremonies";
import type { AddPasskeyInput, ProvePasskeyInput, RenamePasskeyInput } from "./schemas";
import { isPasswordConfirmed } from "./service";
import { endOldestSessions, newSession, type SignedIn, signedIn } from "./session";
import { toMemberDto } from "./to-member-dto";
import type { Viewer } from "./viewer";

export async function listPasskeys(deps: Deps, viewer: Viewer): Promise<PasskeyDto[]> {
  const rows = await queries.listPasskeys(deps.db, viewer.memberId);
  return rows.map((row) => ({
    passkey_id: row.id,
    name: row.name,
    is_backed_up: row.isBackedUp,
    created_at: toIso(row.createdAt),
    last_used_at: isoOrNull(row.lastUsedAt),
  }));
}

/** @throws AppError `password_required`, `passkey_required` */
export async function beginAddingPasskey(
  deps: Deps,
  viewer: Viewer,
  origin: string,
): Promise<PasskeyOptions> {
  requireOwner(deps, viewer);
  const { challenge, known } = await challengeSession(deps, viewer, "register");
  const { memberId: id, user } = viewer;
  const member = { id, email: user.email, name: user.name };
  return registrationOptions(origin, { challenge, member, known });
}

/**
 * The new passkey also confirms this session.
 * @throws AppError `password_required`, `passkey_required`, `passkey_refused`, `too_many_passkeys`
 */
export async function addPasskey(
  deps: Deps,
  viewer: Viewer,
  origin: string,
  { name, passkey }: AddPasskeyInput,
): Promise<void> {
  requireOwner(deps, viewer);
  const { memberId, sessionId } = viewer;
  const { challenge, credential } = await take(deps, { purpose: "register", sessionId }, passkey);
  if (credential) return refuse(deps, "known");
  const made = await verifyRegistration(origin, challenge, passkey);
  if (!made) return refuse(deps, "unproven");
  const id = newId();
  const createdAt = deps.clock.now();
  const { transports, ...rest } = made;
  const stored = await queries.insertPasskey(
    deps.db,
    { ...rest, id, memberId, name, transports: JSON.stringify(transports), createdAt },
    sessionId,
    auditOfAdmin(deps, viewer, "add_passkey"),
  );
  if (!stored) throw new AppError("too_many_passkeys");
  deps.logger.info("passkey.added", { memberId });
  mailMember(deps, memberId, { template: "passkey_added" });
  deps.defer(notify(deps, memberId, { kind: "account", event: "passkey_added" }));
}

/** @throws AppError `passkey_not_found` */
export async function renamePasskey(
  deps: Deps,
  { memberId }: Viewer,
  { passkeyId, name }: RenamePasskeyInput,
): Promise<void> {
  const renamed = await queries.renamePasskey(deps.db, { memberId, passkeyId, name });
  if (!renamed) throw new AppError("passkey_not_found");
}

/** @throws AppError `password_required`, `passkey_required`, `passkey_not_found` */
export async function removePasskey(
  deps: Deps,
  viewer: Viewer,
  { passkeyId }: { passkeyId: string },
): Promise<void> {
  requireOwner(deps, viewer);
  const { memberId } = viewer;
  const audit = auditOfAdmin(deps, viewer, "remove_passkey");
  const removed = await queries.deletePasskey(deps.db, { memberId, passkeyId }, audit);
  if (!removed) throw new AppError("passkey_not_found");
  deps.logger.info("passkey.removed", { memberId });
}

/** @throws AppError `too_many_requests` */
export async function beginPasskeySignIn(
  deps: Deps,
  address: string,
  origin: string,
): Promise<PasskeyOptions> {
  const now = deps.clock.now();
  const windows = addressWindows(deps, address, "passkey-challenge", LIMITS.passkeyChallenges);
  const challenge = newSecret();
  const stored = await queries.insertVisitorChallenge(
    deps.db,
    { challenge, purpose: "sign_in", sessionId: null, expiresAt: now + PASSKEY_CHALLENGE_MS },
    { windows, now },
  );
  if (!stored.inserted) assertWithinLimits(stored.states, now);
  return assertionOptions(origin, { challenge, known: [] });
}

/**
 * The authenticator has verified its user, so the session counts as confirmed from its start.
 * @throws AppError `passkey_refused`, `too_many_requests`
 */
export async function signInByPasskey(
  deps: Deps,
  address: string,
  origin: string,
  { passkey }: ProvePasskeyInput,
): Promise<SignedIn> {
  const proven = await prove(deps, origin, { purpose: "sign_in", sessionId: null }, passkey);
  const { credential, use } = proven;
  const session = newSession(credential.id, use.now);
  const from = digestNetwork(deps, address);
  const successes = signInWindows(deps, address);
  const begun = await queries.insertPasskeySession(deps.db, session, use, from, successes);
  if (!begun.inserted) {
    assertWithinLimits(begun.states, use.now);
    return refuse(deps, "outrun");
  }
  const memberId = credential.id;
  await endOldestSessions(deps, { memberId, now: use.now }, begun.endedSessionIds);
  deps.logger.info("auth.signed_in", { memberId, sessionId: session.id, by: "passkey" });
  return signedIn(deps, toMemberDto(credential, use.now), session);
}

export async function beginConfirmingByPasskey(
  deps: Deps,
  viewer: Viewer,
  origin: string,
): Promise<PasskeyOptions> {
  const { challenge, known } = await challengeSession(deps, viewer, "confirm");
  return assertionOptions(origin, { challenge, known });
}

/**
 * Confirms the session by a passkey, so that the member isn't asked for the password. An admin with a passkey needs
 * this to open evidence.
 * @throws AppError `passkey_refused`
 */
export async function confirmPasskey(
  deps: Deps,
  viewer: Viewer,
  origin: string,
  { passkey }: ProvePasskeyInput,
): Promise<void> {
  const { memberId, sessionId } = viewer;
  const { credential, use } = await prove(deps, origin, { purpose: "confirm", sessionId }, passkey);
  if (credential.id !== memberId) return refuse(deps, "other_member");
  const audit = auditOfAdmin(deps, viewer, "confirm_passkey");
  const confirmed = await queries.confirmByPasskey(deps.db, { memberId, sessionId }, use, audit);
  if (!confirmed) return refuse(deps, "outrun");
  deps.logger.info("passkey.confirmed", { memberId, sessionId });
}

/**
 * An admin with a passkey must use it before passkeys change. Otherwise someone who has stolen the password could add a
 * passkey. Lost passkeys are removed on the command line (`npm run admin -- forget-passkeys`).
 */
function requireOwner(deps: Deps, viewer: Viewer): void {
  const { isRegistered, isConfirmed } = viewer.passkey;
  if (isRegistered && !isConfirmed) throw new AppError("passkey_required");
  if (!isPasswordConfirmed(deps, viewer)) throw new AppError("password_required");
}

const auditOfAdmin = (deps: Deps, viewer: Viewer, action: string) =>
  viewer.isAdmin ? { ...auditOf(deps, viewer, action), subjectId: viewer.memberId } : null;

const toKnown = (row: queries.KnownPasskeyRow) => ({
  credentialId: row.credential_id,
  transports: parseJson(z.array(z.string()), row.transports),
});

async function challengeSession(
  deps: Deps,
  { sessionId, memberId }: Viewer,
  purpose: "register" | "confirm",
) {
  const challenge = newSecret();
  const expiresAt = deps.clock.now() + PASSKEY_CHALLENGE_MS;
  const row = { challenge, purpose, sessionId, expiresAt };
  const known = await queries.insertSessionChallenge(deps.db, row, memberId);
  return { challenge, known: known.map(toKnown) };
}

/** Uses up the challenge that the answer names, even if the answer is wrong. */
async function take(deps: Deps, scope: queries.ChallengeScope, answer: PasskeyAnswer) {
  const challenge = challengeOf(answer);
  if (challenge === null) return refuse(deps, "no_challenge");
  const now = deps.clock.now();
  const asked = { ...scope, challenge, credentialId: answer.id, now };
  const { isTaken, credential } = await queries.takeChallengeFor(deps.db, asked);
  if (!isTaken) return refuse(deps, "no_challenge");
  return { challenge, credential, now };
}

async function prove(
  deps: Deps,
  origin: string,
  scope: queries.ChallengeScope,
  answer: PasskeyAnswer,
): Promise<{ credential: queries.CredentialRow; use: queries.PasskeyUse }> {
  const { challenge, credential, now } = await take(deps, scope, answer);
  if (!credential) return refuse(deps, "unknown");
  const stored = {
    memberId: credential.id,
    publicKey: credential.public_key,
    counter: credential.counter,
    ...toKnown(credential),
  };
  const state = await verifyAssertion(origin, challenge, stored, answer);
  if (!state) return refuse(deps, "unproven");
  const { passkey_id: passkeyId, counter: oldCounter } = credential;
  return { credential, use: { passkeyId, oldCounter, now, ...state } };
}

/** One refusal for every reason, so that no client learns which passkeys exist. The log has the reason. */
function refuse(deps: Deps, why: string): never {
  deps.logger.info("passkey.refused", { why });
  throw new AppError("passkey_refused");
}
