import { z } from "zod";
import {
  APPEAL_MAX_LENGTH,
  REPORT_DETAILS_MAX_LENGTH,
  REPORT_REASONS,
} from "~/core/shared/constants";
import { optionalId, textSchema } from "~/core/shared/text";

/** A report about a member (docs/rules.md#reports). Without `conversation_id` it is about the newest conversation of the two. */
export const reportSchema = z.object({
  reason: z.enum(REPORT_REASONS, {
    error: (issue) =>
      issue.input === undefined || issue.input === ""
        ? "Please select a reason"
        : "Please choose one of the listed reasons",
  }),
  details: textSchema({
    max: REPORT_DETAILS_MAX_LENGTH,
    label: "Details",
    multiline: true,
  }).nullish(),
  conversation_id: optionalId("conversation_id"),
  /** The one message that it is about; the evidence has it, however old it is. */
  message_id: optionalId("message_id"),
});
export type ReportInput = z.output<typeof reportSchema>;

/** An appeal against the action in force (docs/rules.md#appeals). */
export const appealSchema = z.object({
  text: textSchema({
    min: 1,
    max: APPEAL_MAX_LENGTH,
    label: "Your appeal",
    multiline: true,
    needsVisible: true,
  }),
});
export type AppealInput = z.output<typeof appealSchema>;
