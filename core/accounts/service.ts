import type { Deps } from "~/core/deps";
import { notify } from "~/core/notices/notify";
import { mailMember } from "~/core/notices/send-mail";
import { CONSENT_VERSION } from "~/core/shared/consent";
import { PASSWORD_CONFIRMATION_MS, UNVERIFIED_HOLD_MS } from "~/core/shared/constants";
import { AppError, invalidField, registrationRefused } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { findRegistrationState, insertMember, updatePassword } from "~/db/accounts/accounts";
import { type FailureWindows, findCredentials, storeFailure } from "~/db/accounts/credentials";
import { countIfRoom, type RateWindow, readWindows } from "~/db/accounts/rate-window";
import { findPasswordHash, insertSession, markReauthenticated } from "~/db/accounts/sessions";
import { boundWindows } from "./bounds";
import { isCommonPassword, TOO_COMMON } from "./common-passwords";
import { mailVerification } from "./email-verification";
import {
  digestNetwork,
  digestsOfEmail,
  failureWindows,
  registrationWindows,
  signInWindows,
} from "./limit-windows";
import { passwords } from "./passwords";
import { requireProof } from "./proof";
import type { LoginInput, RegisterInput, ResetPasswordInput } from "./schemas";
import { endOldestSessions, isRecent, newSession, type SignedIn, signedIn } from "./session";
import { toMemberDto } from "./to-member-dto";
import type { Viewer } from "./viewer";

/**
 * Creates an account and its first session (docs/rules.md#accounts). An attempt with a taken or refused e-mail counts
 * as a registration too, so that no client can try out many e-mails.
 * @param consent `notified` for the API, because its client might not have shown the text on gender and preference
 * @throws AppError `invalid_input` for a common password; `registration_refused`, `email_taken`, `too_many_requests`
 */
export async function register(
  deps: Deps,
  address: string,
  input: RegisterInput,
  consent: "given" | "notified" = "notified",
): Promise<SignedIn> {
  const windows = registrationWindows(deps, address);
  const { now } = windows;
  const emailDigests = digestsOfEmail(deps, input.email);
  const heldUntil = deps.mail.mustVerify ? now - UNVERIFIED_HOLD_MS : null;
  const asked = { email: input.email, emailDigests, heldUntil };
  const before = await findRegistrationState(deps.db, asked, windows);
  assertWithinLimits(before.states, now);
  const asking = { address, states: before.states, proof: input.proof, now };
  await requireProof(deps, { action: "register", ...asking });
  if (isCommonPassword(input.password, input)) throw invalidField("password", TOO_COMMON);
  const refuse = async (refusal: AppError): Promise<never> => {
    const { counted, states } = await countIfRoom(deps.db, windows);
    if (!counted) assertWithinLimits(states, now);
    throw refusal;
  };
  if (before.emailBanned) return refuse(registrationRefused(deps.mail.supportEmail));
  if (before.emailTaken) return refuse(new AppError("email_taken"));
  const memberId = newId();
  const session = newSession(memberId, now);
  const { row, states } = await insertMember(
    deps.db,
    {
      id: memberId,
      name: input.name,
      email: input.email,
      passwordHash: await passwords.hash(input.password),
      dob: input.dob,
      gender: input.gender,
      preferredMatchGender: input.preferred_match_gender,
      createdAt: now,
      consent: { kind: consent, version: CONSENT_VERSION },
    },
    session,
    digestNetwork(deps, address),
    asked,
    windows,
  );
  if (!row) {
    // Another call took the e-mail first, or used up this address's registrations.
    assertWithinLimits(states, now);
    return refuse(new AppError("email_taken"));
  }
  deps.defer(mailVerification(deps, { memberId, email: input.email }));
  return signedIn(deps, toMemberDto(row, now), session);
}

/**
 * An unknown e-mail gets the same message as a wrong password, and costs the server the same work. Once a limit of
 * failed sign-ins is reached, even the right password is refused, with one exception (docs/rules.md#limits).
 * @throws AppError `invalid_credentials`, `too_many_requests`
 */
export async function login(deps: Deps, address: string, input: LoginInput): Promise<SignedIn> {
  const { email } = input;
  const failures = failureWindows(deps, email, address);
  const successes = signInWindows(deps, address);
  const { now } = failures;
  const windows = { failures, successes };
  const { row, states, ofEmail } = await findCredentials(deps.db, email, windows);
  assertWithinLimits(states, now);
  const asking = { address, states: [...states, ...ofEmail], proof: input.proof, now };
  await requireProof(deps, { action: "login", ...asking });
  const matches = await passwords.verify(input.password, row?.password_hash);
  if (!row || !matches) return refusePassword(deps, failures, "invalid_credentials");
  const session = newSession(row.id, now);
  const from = digestNetwork(deps, address);
  const begun = await insertSession(deps.db, session, row.password_hash, from, windows);
  if (!begun.inserted) {
    // Parallel guesses have filled a window, or the password has changed meanwhile. A right password now gets the same
    // answer as a wrong one, so that no client learns that its guess was right.
    assertWithinLimits(begun.states, now);
    throw new AppError("invalid_credentials");
  }
  await endOldestSessions(deps, { memberId: row.id, now }, begun.endedSessionIds);
  deps.logger.info("auth.signed_in", { memberId: row.id, sessionId: session.id });
  return signedIn(deps, toMemberDto(row, now), session);
}

async function refusePassword(
  deps: Deps,
  failures: FailureWindows,
  code: "invalid_credentials" | "current_password_incorrect",
): Promise<never> {
  deps.logger.info("auth.refused", { code });
  assertWithinLimits(await storeFailure(deps.db, failures), failures.now);
  throw new AppError(code);
}

/**
 * Ends every other session. With `renew`, this session is replaced too, so that a stolen copy of its token stops
 * working. A wrong current password counts as a failed sign-in (docs/rules.md#limits).
 * @returns the new session with `renew`, else null
 * @throws AppError `invalid_input` for a common password; `current_password_incorrect`, `too_many_requests`,
 * `unauthenticated`
 */
export async function resetPassword(
  deps: Deps,
  viewer: Viewer,
  address: string,
  input: ResetPasswordInput,
  { renew = false }: { renew?: boolean } = {},
): Promise<{ message: string; session: SignedIn | null }> {
  const { memberId, sessionId, user } = viewer;
  const failures = failureWindows(deps, user.email, address);
  const { now } = failures;
  const oldHash = await findPasswordHash(deps.db, memberId);
  if (oldHash === null) throw new AppError("unauthenticated");
  assertWithinLimits(await readWindows(deps.db, failures), now);
  if (isCommonPassword(input.newPassword, user)) throw invalidField("newPassword", TOO_COMMON);
  // The new password is hashed even if the current one is wrong. Otherwise the time would show which of many parallel
  // guesses was right, although all guesses beyond the limit are refused.
  const matches = await passwords.verify(input.currentPassword, oldHash);
  const newHash = await passwords.hash(input.newPassword);
  if (!matches) return refusePassword(deps, failures, "current_password_incorrect");
  const renewed = renew ? newSession(memberId, now) : null;
  const change = { memberId, sessionId, oldHash, newHash, renewed };
  const { updated, states, ...ended } = await updatePassword(deps.db, change, failures);
  if (!updated) {
    assertWithinLimits(states, now);
    // Another change of the password was faster, so the verified password is no longer the current one.
    throw new AppError("current_password_incorrect");
  }
  await deps.channel.endSessions(ended.sessionIds, ended.conversationIds);
  mailMember(deps, memberId, { template: "password_changed" });
  await notify(deps, memberId, { kind: "account", event: "password_changed" });
  const session = renewed && (await signedIn(deps, user, renewed));
  return { message: "Password updated successfully", session };
}

/**
 * For a step that asks for the password again, such as deleting the account. A wrong password counts as a failed
 * sign-in, and every attempt counts as a change of password.
 * @param others further windows that must have room before the password is checked
 * @throws AppError `current_password_incorrect`, `too_many_requests`, `unauthenticated`
 */
export async function confirmPassword(
  deps: Deps,
  viewer: Viewer,
  address: string,
  { password }: { password: string },
  others: RateWindow[] = [],
): Promise<void> {
  const { memberId, sessionId, user } = viewer;
  const failures = failureWindows(deps, user.email, address);
  const hash = await findPasswordHash(deps.db, memberId);
  if (hash === null) throw new AppError("unauthenticated");
  const { now } = failures;
  const tries = { windows: boundWindows(memberId, "passwordChanges"), now };
  const before = [...failures.windows, ...others];
  const { counted, states: found } = await countIfRoom(deps.db, tries, before);
  if (!counted) assertWithinLimits(found, now);
  const matches = await passwords.verify(password, hash);
  if (!matches) return refusePassword(deps, failures, "current_password_incorrect");
  const who = { memberId, sessionId, hash };
  const { marked, states } = await markReauthenticated(deps.db, who, failures);
  if (marked) return;
  assertWithinLimits(states, now);
  throw new AppError("unauthenticated");
}

export function isPasswordConfirmed(
  { clock }: Pick<Deps, "clock">,
  { reauthenticatedAt }: Pick<Viewer, "reauthenticatedAt">,
): boolean {
  return isRecent(reauthenticatedAt, clock.now(), PASSWORD_CONFIRMATION_MS);
}
