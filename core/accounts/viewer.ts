import type { StandingState } from "~/core/moderation/standing-state";
import type { Availability } from "~/core/notices/availability";
import type { MemberDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import type { MemberClock } from "~/core/shared/timezones";

/** The member who makes a request, identified by a live session. */
export interface Viewer {
  memberId: string;
  sessionId: string;
  /** End of the session unless it is used before, milliseconds since 1970. */
  expiresAt: number;
  /** End of the token, milliseconds since 1970. */
  tokenExpiresAt: number;
  /** The instant of the last confirmation of the password in this session, milliseconds since 1970. */
  reauthenticatedAt: number | null;
  isAdmin: boolean;
  /** Whether an admin signed in, or confirmed the password, in this session within `EVIDENCE_CONFIRMATION_MS`; false for everyone else. */
  isRecentlyProven: boolean;
  /** State of an admin's passkey; all false for everyone else. */
  passkey: {
    isRegistered: boolean;
    /** Whether admins must have a passkey (`npm run admin -- require-passkey`). */
    isRequired: boolean;
    /** Whether the admin was proven by a passkey in this session, within `EVIDENCE_CONFIRMATION_MS`. */
    isConfirmed: boolean;
  };
  /** Whether pairing leaves them out until their e-mail address is verified. */
  awaitsVerification: boolean;
  standing: StandingState;
  /** The runs that they sit out. */
  availability: Availability;
  /** The clock that the viewer's times follow. */
  clock: MemberClock;
  /** The own profile as of this request. */
  user: MemberDto;
}

/**
 * @throws AppError `forbidden` unless the viewer is an admin; `passkey_required` if admins must have a passkey and this
 *   session has not been confirmed by one
 */
export function requireAdmin(viewer: Viewer | null): void {
  if (!viewer?.isAdmin) throw new AppError("forbidden");
  const { isRequired, isConfirmed } = viewer.passkey;
  if (isRequired && !isConfirmed) throw new AppError("passkey_required");
}

/**
 * Guards a look at evidence. An admin must have proven themselves in the session, once per working day: by the passkey
 * if they have one, else by the password (docs/rules.md#evidence).
 * @throws AppError as {@link requireAdmin} does; `passkey_required`, `password_required`
 */
export function requireEvidenceAccess(viewer: Viewer): void {
  requireAdmin(viewer);
  const { isRegistered, isConfirmed } = viewer.passkey;
  if (isRegistered && !isConfirmed) throw new AppError("passkey_required");
  if (!isRegistered && !viewer.isRecentlyProven) throw new AppError("password_required");
}
