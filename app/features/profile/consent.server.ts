import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { CONSENT_FAILED } from "./consent";
import { GIVE_INTENT, type WITHDRAW_INTENT } from "./consent-intents";

/** The action behind 'I agree' and 'Withdraw'. */
export function changeConsent(
  args: RouteArgs,
  viewer: Viewer,
  intent: typeof GIVE_INTENT | typeof WITHDRAW_INTENT,
) {
  const { auth, legal } = args.context.services;
  return tryForm(args, { intent, fallback: CONSENT_FAILED, toast: true }, async () => {
    await auth.countUse(viewer, "profileWrites");
    const { message } = await (intent === GIVE_INTENT
      ? legal.giveConsent(viewer)
      : legal.withdrawConsent(viewer));
    return acceptForm({ intent, toast: { type: "success", message } });
  });
}
