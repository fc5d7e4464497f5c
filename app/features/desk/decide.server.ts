import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { actionSchema } from "~/core/admin/schemas";
import type { Viewer } from "~/core/auth/viewer";
import type { AdminReportDto } from "~/core/shared/contract";
import { parseInput } from "~/core/shared/parse";
import type { ReportAnswer } from "./use-report-change";

const REFUSAL = { fallback: "The decision could not be stored", toast: true };

export const DECISION_FIELDS = ["intent", "kind", "reason", "days", "text", "note"];

function readAction(form: FormData, reportId: string | null) {
  const field = (name: string) => form.get(name) ?? undefined;
  const days = field("days");
  return parseInput(actionSchema, {
    kind: field("kind"),
    reason: field("reason"),
    text: field("text"),
    note: field("note"),
    ...(days === undefined ? {} : { days: Number(days) }),
    report_id: reportId,
  });
}

/** The action of a report's page: a decision, or Undo. */
export function decideReport(args: RouteArgs, viewer: Viewer, reportId: string, form: FormData) {
  const { auth, desk } = args.context.services;
  return tryForm(args, REFUSAL, async () => {
    await auth.countUse(viewer, "adminWrites");
    if (form.get("intent") === "reopen") {
      const changed = await desk.updateReport(viewer, { reportId, status: "open" });
      return respond("The report is open again", changed);
    }
    const note = String(form.get("note") ?? "");
    const action = form.get("kind") === "none" ? null : readAction(form, reportId);
    const changed = await desk.decideReport(viewer, { reportId, action, note });
    const message = action ? "Done, and resolved" : "Resolved: no breach found";
    return respond(message, changed);
  });
}

/** The action of a member's page. */
export function decideMember(args: RouteArgs, viewer: Viewer, memberId: string, form: FormData) {
  const { auth, desk } = args.context.services;
  return tryForm(args, REFUSAL, async () => {
    await auth.countUse(viewer, "adminWrites");
    const input = readAction(form, null);
    await desk.takeAction(viewer, { memberId, ...input });
    return respond("Done");
  });
}

function respond(message: string, report?: AdminReportDto) {
  const { report_id, status, outcome } = report ?? {};
  return acceptForm<ReportAnswer>({
    toast: { type: "success", message },
    ...(report_id && status ? { changed: { report_id, status, outcome: outcome ?? null } } : {}),
  });
}
