import { z } from "zod";
import type { CalendarAnswer } from "~/app/features/availability/calendar-link";
import { serializeAppearance } from "~/app/lib/appearance.server";
import { acceptForm, asMember, defineForms, memberForm, NO_FIELDS } from "~/app/lib/forms.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { TEXT_SIZES, THEMES, UNITS } from "~/core/shared/appearance";
import { SETTINGS_FORMS } from "./forms";

export const settingsAction = defineForms(
  { words: SETTINGS_FORMS, guard: asMember },
  {
    "make-calendar": memberForm({
      bound: "availabilityWrites",
      schema: NO_FIELDS,
      async run({ context, request, viewer, answer }) {
        const { path } = await context.services.availability.createCalendar(viewer);
        const { origin } = new URL(request.url);
        return acceptForm<CalendarAnswer>({ ...answer, address: origin + path });
      },
    }),
    "end-calendar": memberForm({
      bound: "availabilityWrites",
      schema: NO_FIELDS,
      async run({ context, viewer }) {
        await context.services.availability.removeCalendar(viewer);
        return { message: "The calendar link no longer works" };
      },
    }),
    appearance: memberForm({
      bound: "profileWrites",
      schema: z.object({
        theme: z.enum(THEMES),
        size: z.enum(TEXT_SIZES),
        units: z.enum(UNITS).default("system"),
      }),
      async run({ request, value }) {
        const headers = { "set-cookie": serializeAppearance(request, value) };
        return redirectWithToast(
          "/settings",
          { type: "success", message: "Appearance saved" },
          headers,
        );
      },
    }),
    "end-sessions": memberForm({
      bound: "sessionWrites",
      schema: NO_FIELDS,
      run: ({ context, viewer }) => context.services.auth.endOtherSessions(viewer),
    }),
    "give-consent": memberForm({
      bound: "profileWrites",
      schema: NO_FIELDS,
      run: ({ context, viewer }) => context.services.legal.giveConsent(viewer),
    }),
    "withdraw-consent": memberForm({
      bound: "profileWrites",
      schema: NO_FIELDS,
      run: ({ context, viewer }) => context.services.legal.withdrawConsent(viewer),
    }),
  },
);
