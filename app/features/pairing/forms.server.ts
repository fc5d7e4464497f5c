import { redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { asMember, defineForms, memberForm } from "~/app/lib/forms.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { availabilitySchema } from "~/core/availability/schemas";
import { remindersSchema } from "~/core/notifications/schemas";
import { starSchema } from "~/core/pairing/schemas";
import { toUtcDate } from "~/core/shared/age";
import { invalidField } from "~/core/shared/errors";
import { HOME_FORMS } from "./forms";

/** The form of a pause, on the conversations home and on the profile. */
export const pauseForm = memberForm({
  bound: "availabilityWrites",
  schema: availabilitySchema,
  read: (form) => ({
    pause: form.get("pause") ?? undefined,
    until: form.get("until") || undefined,
  }),
  shows: ["until"],
  async run({ context, request, viewer, value }) {
    await context.services.availability.updateAvailability(viewer, value);
    const { pathname } = new URL(request.url);
    // No notification, because the next page shows the result.
    return redirect(pathname);
  },
});

/** The form of a reset. On a deployed server the admin types the date, so that no one ends conversations by habit. */
const triggerForm = memberForm({
  bound: "adminWrites",
  schema: z.object({ confirm: z.string().optional() }),
  shows: ["confirm"],
  async run({ context, viewer, value }) {
    const { pairings } = context.services;
    const { pairingsExist } = await pairings.checkPairingsExist(viewer);
    const word = context.config.isLocal || !pairingsExist ? null : toUtcDate(Date.now());
    if (word !== null && value.confirm !== word) {
      throw invalidField("confirm", `Type ${word}, today's date in UTC`);
    }
    const { message } = await pairings.triggerPairings(viewer);
    return redirectWithToast("/conversations", { type: "success", message });
  },
});

/** The answer to the question about e-mails on days when an introduction waits. */
const remindersForm = memberForm({
  bound: "profileWrites",
  schema: remindersSchema,
  read: (form) => ({ reminders: form.get("reminders") === "on" }),
  async run({ context, viewer, value }) {
    await context.services.notifications.updateNotifications(viewer, value);
    const message = value.reminders
      ? "We will write on days when an introduction waits."
      : "We won’t write. Your notifications have the same setting.";
    return redirectWithToast("/conversations", { type: "success", message });
  },
});

/** Sets or removes a star in the history. */
const starForm = memberForm({
  bound: "profileWrites",
  schema: starSchema,
  read: (form) => ({
    conversationId: form.get("conversationId") ?? undefined,
    isStarred: form.get("isStarred") === "true",
  }),
  async run({ context, request, viewer, value }) {
    await context.services.pairings.starConversation(viewer, value);
    const { pathname, search } = new URL(request.url);
    return redirect(`${pathname}${search}`);
  },
});

export const homeAction = defineForms(
  { words: HOME_FORMS, guard: asMember },
  {
    reminders: remindersForm,
    star: starForm,
    availability: pauseForm,
    "trigger-pairings": triggerForm,
  },
);
