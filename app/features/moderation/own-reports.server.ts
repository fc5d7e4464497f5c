import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import type { OwnReportList } from "./own-reports";

/** The member's own reports, or why they are not known. */
export async function listOwnReports(args: RouteArgs, viewer: Viewer): Promise<OwnReportList> {
  try {
    return { reports: await args.context.services.moderation.listOwnReports(viewer) };
  } catch (error) {
    return { error: toRefusal(error, "Failed to fetch your reports", args).message };
  }
}
