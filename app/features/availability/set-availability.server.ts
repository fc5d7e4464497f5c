import { tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { Viewer } from "~/core/auth/viewer";
import { availabilitySchema } from "~/core/availability/schemas";
import { parseInput } from "~/core/shared/parse";
import { AVAILABILITY_FAILED, AVAILABILITY_INTENT } from "./availability";

const DONE = {
  none: "You are in the next matching.",
  tomorrow: "You sit out the next one.",
  until: "Your pause has begun.",
  open: "Your pause has begun.",
} as const;

/** The action behind the forms of a pause. @param path the page that they are on */
export function setAvailability(args: RouteArgs, viewer: Viewer, form: FormData, path: string) {
  const options = { intent: AVAILABILITY_INTENT, fallback: AVAILABILITY_FAILED, fields: ["until"] };
  return tryForm(args, { ...options, toast: true }, async () => {
    const input = parseInput(availabilitySchema, {
      pause: form.get("pause") ?? undefined,
      until: form.get("until") || undefined,
    });
    const { auth, availability } = args.context.services;
    await auth.countUse(viewer, "availabilityWrites");
    await availability.updateAvailability(viewer, input);
    return redirectWithToast(path, { type: "success", message: DONE[input.pause] });
  });
}
