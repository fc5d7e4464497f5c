import type { Availability } from "~/core/availability/availability";
import type { StandingState } from "~/core/moderation/standing";
import type { MemberDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";

/** Who is asking: a member by a live session. */
export interface Viewer {
  memberId: string;
  sessionId: string;
  /** End of the session unless it is used before, milliseconds since 1970. */
  expiresAt: number;
  /** End of the token, milliseconds since 1970. */
  tokenExpiresAt: number;
  /** When the password was last confirmed in this session, milliseconds since 1970. */
  reauthenticatedAt: number | null;
  isAdmin: boolean;
  standing: StandingState;
  /** Which runs they sit out. */
  availability: Availability;
  /** The own profile as of this request. */
  user: MemberDto;
}

/** @throws AppError `forbidden` unless the viewer is an admin */
export function requireAdmin(viewer: Viewer | null): void {
  if (!viewer?.isAdmin) throw new AppError("forbidden");
}
