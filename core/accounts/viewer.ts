import type { Standing } from "~/core/moderation/standing";
import type { Availability } from "~/core/notices/availability";
import type { MemberDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import type { MemberClock } from "~/core/shared/timezones";

export interface Viewer {
  memberId: string;
  sessionId: string;
  /** When the session ends, unless it is used before then. */
  expiresAt: number;
  tokenExpiresAt: number;
  reauthenticatedAt: number | null;
  isAdmin: boolean;
  /**
   * Whether an admin signed in or confirmed the password in this session within `EVIDENCE_CONFIRMATION_MS`. False for
   * other members.
   */
  isRecentlyProven: boolean;
  /** All false for members who aren't admins. */
  passkey: {
    isRegistered: boolean;
    /** Whether every admin must have a passkey (`npm run admin -- require-passkey`). */
    isRequired: boolean;
    isConfirmed: boolean;
  };
  /** Whether pairing leaves the member out until their e-mail address is verified. */
  awaitsVerification: boolean;
  standing: Standing;
  availability: Availability;
  clock: MemberClock;
  user: MemberDto;
}

/**
 * @throws AppError `forbidden` unless the viewer is an admin; `passkey_required` if admins must have a passkey and no
 * passkey has confirmed this session within `EVIDENCE_CONFIRMATION_MS`
 */
export function requireAdmin(viewer: Viewer | null): void {
  if (!viewer?.isAdmin) throw new AppError("forbidden");
  const { isRequired, isConfirmed } = viewer.passkey;
  if (isRequired && !isConfirmed) throw new AppError("passkey_required");
}

/**
 * Guards evidence: an admin must have confirmed the session within the last twelve hours, by
 * passkey if they have one, else by password (docs/rules.md#evidence).
 * @throws AppError as {@link requireAdmin}; `passkey_required`, `password_required`
 */
export function requireEvidenceAccess(viewer: Viewer): void {
  requireAdmin(viewer);
  const { isRegistered, isConfirmed } = viewer.passkey;
  if (isRegistered && !isConfirmed) throw new AppError("passkey_required");
  if (!isRegistered && !viewer.isRecentlyProven) throw new AppError("password_required");
}
