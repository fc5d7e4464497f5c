import { z } from "zod";

const PAUSE = "pause must be none, tomorrow, until or open";
export const UNTIL_WORDS = "Choose a day after today, within a year";

/** What a member wants of the next runs; `until` belongs to a pause that has an end, and names the first day back. */
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
