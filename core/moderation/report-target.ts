import type { Viewer } from "~/core/auth/viewer";
import type { Deps } from "~/core/deps";
import { LIMITS } from "~/core/shared/constants";
import { findReportTarget, type ReportedPair, type ReportTarget } from "~/db/queries/moderation";
import type { RateWindows } from "~/db/queries/rate-window";

/** The day's reports of a member. */
export function reportWindows({ clock }: Pick<Deps, "clock">, memberId: string): RateWindows {
  const key = `reports:${memberId}`;
  return { windows: [{ key, limit: LIMITS.reports, memberId }], now: clock.now() };
}

/** What was read in the same trip as a viewer's session. Beside the viewer, not in it, like a conversation. */
const readWithSession = new WeakMap<Viewer, { pair: ReportedPair; target: ReportTarget }>();

/** For the one report that follows: see {@link readReportTarget}. */
export function rememberReportTarget(
  viewer: Viewer,
  pair: ReportedPair,
  target: ReportTarget,
): void {
  readWithSession.set(viewer, { pair, target });
}

/** What a report is about. What was read with the session is used once: a second look is about a later moment. */
export async function readReportTarget(
  deps: Pick<Deps, "db" | "clock">,
  viewer: Viewer,
  pair: ReportedPair,
): Promise<ReportTarget> {
  const known = readWithSession.get(viewer);
  readWithSession.delete(viewer);
  const isAsked =
    known?.pair.reportedId === pair.reportedId && known.pair.conversationId === pair.conversationId;
  return isAsked
    ? known.target
    : findReportTarget(deps.db, pair, reportWindows(deps, viewer.memberId));
}
