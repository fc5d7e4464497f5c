import { z } from "zod";

const PAUSE = "pause must be none, tomorrow, until or open";
export const UNTIL_WORDS = "Choose a day after today, within a year";

/** `until` is the first day after the pause. Without it the pause has no end. */
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
