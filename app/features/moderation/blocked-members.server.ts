import { acceptForm, refuseForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { UNBLOCK_FAILED, UNBLOCK_INTENT } from "./unblock";

/** The action behind Unblock: the form field `userId` names the member. */
export async function unblock(args: RouteArgs, viewer: Viewer, form: FormData) {
  const userId = String(form.get("userId") ?? "");
  try {
    await args.context.services.auth.countUse(viewer, "blocks");
    const { message } = await args.context.services.moderation.unblockMember(viewer, { userId });
    return acceptForm({ intent: UNBLOCK_INTENT, toast: { type: "success", message } });
  } catch (error) {
    return refuseForm(error, args, {
      intent: UNBLOCK_INTENT,
      fallback: UNBLOCK_FAILED,
      toast: true,
    });
  }
}
