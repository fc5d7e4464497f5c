import { acceptForm, refuseForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { END_SESSIONS_FAILED, END_SESSIONS_INTENT } from "./sessions";

/** The action behind 'Sign out everywhere else'. */
export async function endOtherSessions(args: RouteArgs, viewer: Viewer) {
  try {
    await args.context.services.auth.countUse(viewer, "sessionWrites");
    const { message } = await args.context.services.auth.endOtherSessions(viewer);
    return acceptForm({ intent: END_SESSIONS_INTENT, toast: { type: "success", message } });
  } catch (error) {
    return refuseForm(error, args, {
      intent: END_SESSIONS_INTENT,
      fallback: END_SESSIONS_FAILED,
      toast: true,
    });
  }
}
