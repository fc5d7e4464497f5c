import type { ActionData } from "~/app/lib/action-data";
import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { CALENDAR_END_INTENT, CALENDAR_FAILED, CALENDAR_INTENT } from "./availability";

export interface CalendarAnswer extends ActionData {
  /** The new address, shown once. */
  address?: string;
}

/** The action behind 'Make a calendar link' and 'Remove the link'. */
export function changeCalendar(args: RouteArgs, viewer: Viewer, intent: string) {
  const { auth, availability } = args.context.services;
  return tryForm(args, { intent, fallback: CALENDAR_FAILED, toast: true }, async () => {
    await auth.countUse(viewer, "availabilityWrites");
    if (intent === CALENDAR_END_INTENT) {
      await availability.removeCalendar(viewer);
      const toast = { type: "success", message: "Your calendar link is dead." } as const;
      return acceptForm<CalendarAnswer>({ intent, toast });
    }
    const { path } = await availability.createCalendar(viewer);
    const { origin } = new URL(args.request.url);
    return acceptForm<CalendarAnswer>({ intent: CALENDAR_INTENT, address: origin + path });
  });
}
