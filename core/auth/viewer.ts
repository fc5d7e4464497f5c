import type { MemberDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";

/** Who is asking: a member by a live session. */
export interface Viewer {
  memberId: string;
  sessionId: string;
  /** End of the session, milliseconds since 1970. */
  expiresAt: number;
  isAdmin: boolean;
  /** The own profile as of this request. */
  user: MemberDto;
}

/** @throws AppError `forbidden` unless the viewer is an admin */
export function requireAdmin(viewer: Viewer | null): void {
  if (!viewer?.isAdmin) throw new AppError("forbidden");
}
