import type { ActionData } from "~/app/lib/action-data";
import { acceptForm, refuseForm } from "~/app/lib/answer-form.server";
import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { CALENDAR_END_INTENT, CALENDAR_FAILED, CALENDAR_INTENT } from "./calendar";

/** Whether there is a calendar; null where that can't be read, so that the page stays whole. */
export async function readCalendar(args: RouteArgs, viewer: Viewer) {
  try {
    return await args.context.services.availability.readCalendar(viewer);
  } catch (error) {
    toRefusal(error, CALENDAR_FAILED, args);
    return null;
  }
}

export interface CalendarAnswer extends ActionData {
  /** The new address, shown once. */
  address?: string;
}

/** The action behind 'Make a calendar link' and 'Remove the link'. */
export async function changeCalendar(args: RouteArgs, viewer: Viewer, intent: string) {
  const { auth, availability } = args.context.services;
  try {
    await auth.countUse(viewer, "availabilityWrites");
    if (intent === CALENDAR_END_INTENT) {
      await availability.removeCalendar(viewer);
      const toast = { type: "success", message: "Your calendar link is dead." } as const;
      return acceptForm<CalendarAnswer>({ intent, toast });
    }
    const { path } = await availability.createCalendar(viewer);
    const { origin } = new URL(args.request.url);
    return acceptForm<CalendarAnswer>({ intent: CALENDAR_INTENT, address: origin + path });
  } catch (error) {
    return refuseForm(error, args, { intent, fallback: CALENDAR_FAILED, toast: true });
  }
}
