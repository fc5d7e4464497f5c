import { z } from "zod";
import type { CalendarAnswer } from "~/app/features/availability/calendar-link";
import { pauseForm } from "~/app/features/pairing/forms.server";
import { acceptForm, asMember, defineForms, memberForm, NO_FIELDS } from "~/app/lib/forms.server";
import { signedOutHeaders } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { confirmPasswordSchema } from "~/core/auth/schemas";
import { PROFILE_FORMS } from "./forms";

/** The form of Delete Account, which asks for the password; also on the page of a suspended member. */
export const deleteForm = memberForm({
  bound: ["failedSignIns"],
  schema: confirmPasswordSchema,
  async run({ context, request, viewer, value }) {
    const { services, address } = context;
    await services.auth.confirmPassword(viewer, { address }, value);
    const { message } = await services.profiles.deleteAccount(viewer);
    return redirectWithToast("/", { type: "success", message }, signedOutHeaders(request));
  },
});

export const profileAction = defineForms(
  { words: PROFILE_FORMS, guard: asMember },
  {
    availability: pauseForm,
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
        return { message: "Your calendar link is dead." };
      },
    }),
    unblock: memberForm({
      bound: "blocks",
      schema: z.object({ userId: z.string().default("") }),
      run: ({ context, viewer, value }) => context.services.moderation.unblockMember(viewer, value),
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
    "delete-account": deleteForm,
  },
);
