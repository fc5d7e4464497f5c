import { type Asked, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import type { OwnReportList } from "./own-reports";

/** The member's own reports, or why they are not known. */
export async function listOwnReports(asked: Asked, viewer: Viewer): Promise<OwnReportList> {
  try {
    return { reports: await asked.context.services.moderation.listOwnReports(viewer) };
  } catch (error) {
    return { error: toRefusal(error, "Failed to fetch your reports", asked).message };
  }
}
