import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { END_SESSIONS_FAILED, END_SESSIONS_INTENT } from "./sessions";

/** The action behind 'Sign out everywhere else'. */
export function endOtherSessions(args: RouteArgs, viewer: Viewer) {
  const intent = END_SESSIONS_INTENT;
  const { auth } = args.context.services;
  return tryForm(args, { intent, fallback: END_SESSIONS_FAILED, toast: true }, async () => {
    await auth.countUse(viewer, "sessionWrites");
    const { message } = await auth.endOtherSessions(viewer);
    return acceptForm({ intent, toast: { type: "success", message } });
  });
}
