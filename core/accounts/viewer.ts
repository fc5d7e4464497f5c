import type { Standing } from "~/core/moderation/standing";
import type { Availability } from "~/core/notices/availability";
import type { MemberDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import type { MemberClock } from "~/core/shared/timezones";

export interface Viewer {
  memberId: string;
  sessionId: string;
  /** When the session ends, unless it is used before this instant. */
  expiresAt: number;
  tokenExpiresAt: number;
  reauthenticatedAt: number | null;
  isAdmin: boolean;
  /** Whether an admin has signed in, or confirmed the password or a passkey, within `EVIDENCE_CONFIRMATION_MS`. */
  isRecentlyProven: boolean;
  /** All false for members who aren't admins. */
  passkey: {
    isRegistered: boolean;
    /** Whether every admin must have a passkey (`npm run admin -- require-passkey`). */
    isRequired: boolean;
    isConfirmed: boolean;
  };
  /** Whether runs leave the member out until their e-mail address is verified. */
  awaitsVerification: boolean;
  standing: Standing;
  availability: Availability;
  clock: MemberClock;
  user: MemberDto;
}

/** @throws AppError `forbidden`, `passkey_required` */
export function requireAdmin(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new AppError("forbidden");
  const { isRequired, isConfirmed } = viewer.passkey;
  if (isRequired && !isConfirmed) throw new AppError("passkey_required");
}

/** @throws AppError `forbidden`, `passkey_required`, `password_required` (docs/rules.md#evidence) */
export function requireEvidenceAccess(viewer: Viewer): void {
  requireAdmin(viewer);
  const { isRegistered, isConfirmed } = viewer.passkey;
  if (isRegistered && !isConfirmed) throw new AppError("passkey_required");
  if (!isRegistered && !viewer.isRecentlyProven) throw new AppError("password_required");
}
