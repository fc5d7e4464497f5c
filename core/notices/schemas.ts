import { z } from "zod";
import { textSchema } from "~/core/shared/text";
import { ENDPOINT_MAX_LENGTH } from "./push-services";

const flag = (label: string) => z.boolean({ error: `${label} must be true or false` });

export const updateNotificationsSchema = z
  .object({
    introduction: flag("introduction"),
    message: flag("message"),
    last_hour: flag("last_hour"),
    envelope: flag("envelope"),
    report_answer: flag("report_answer"),
    absence: flag("absence"),
    account: flag("account"),
    reminders: flag("reminders"),
  })
  .partial();
export type UpdateNotificationsInput = z.output<typeof updateNotificationsSchema>;

const PAUSE = "pause must be none, tomorrow, until or open";
export const UNTIL_WORDS = "Choose a day after today, within a year";

/** `until` is the first day after the pause. */
export const availabilitySchema = z
  .object({
    pause: z.enum(["none", "tomorrow", "until", "open"], { error: PAUSE }),
    until: z.iso.date({ error: UNTIL_WORDS }).nullish(),
  })
  .superRefine(({ pause, until }, context) => {
    if (pause !== "until" || until) return;
    context.addIssue({ code: "custom", path: ["until"], message: UNTIL_WORDS });
  });
export type AvailabilityInput = z.output<typeof availabilitySchema>;

const KEYS = "keys must be those of a push subscription";

/** The shape of `PushSubscription.toJSON()`, and a name of the device for the member. */
export const subscribeSchema = z.object({
  endpoint: z
    .string({ error: "endpoint is required" })
    .max(ENDPOINT_MAX_LENGTH, { error: "endpoint is too long" }),
  keys: z.object(
    {
      // `p256dh` is an uncompressed point of P-256: 65 bytes, of which the first is 4. `auth` is a secret of 16 bytes.
      p256dh: z.string({ error: KEYS }).regex(/^B[\w-]{86}$/, { error: KEYS }),
      auth: z.string({ error: KEYS }).regex(/^[\w-]{22}$/, { error: KEYS }),
    },
    { error: KEYS },
  ),
  label: textSchema({ max: 60, label: "Label", noInvisible: true }).optional(),
});
export type SubscribeInput = z.output<typeof subscribeSchema>;
