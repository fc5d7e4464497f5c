import { acceptForm, refuseForm } from "~/app/lib/answer-form.server";
import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { END_SESSIONS_FAILED, END_SESSIONS_INTENT, type SessionList } from "./sessions";

/** Where the member is signed in, or why that is not known: it never rejects, so that the page stays whole. */
export async function listSessions(args: RouteArgs, viewer: Viewer): Promise<SessionList> {
  try {
    return { sessions: await args.context.services.auth.listSessions(viewer) };
  } catch (error) {
    return { error: toRefusal(error, "Failed to fetch sessions", args).message };
  }
}

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
