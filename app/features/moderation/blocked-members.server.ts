import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { UNBLOCK_FAILED, UNBLOCK_INTENT } from "./unblock";

/** The action behind Unblock: the form field `userId` names the member. */
export function unblock(args: RouteArgs, viewer: Viewer, form: FormData) {
  const userId = String(form.get("userId") ?? "");
  const intent = UNBLOCK_INTENT;
  const { auth, moderation } = args.context.services;
  return tryForm(args, { intent, fallback: UNBLOCK_FAILED, toast: true }, async () => {
    await auth.countUse(viewer, "blocks");
    const { message } = await moderation.unblockMember(viewer, { userId });
    return acceptForm({ intent, toast: { type: "success", message } });
  });
}
