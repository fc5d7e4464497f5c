import { z } from "zod";
import {
  ACTION_KINDS,
  ACTION_TEXT_MAX_LENGTH,
  ADMIN_NOTE_MAX_LENGTH,
  ADMIN_PAGE_MAX,
  APPEAL_MAX_LENGTH,
  CASE_REPORTS_MAX,
  EMAIL_MAX_LENGTH,
  REPORT_DETAILS_MAX_LENGTH,
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORT_STATUSES,
  SUSPENSION_MAX_DAYS,
} from "~/core/shared/constants";
import { optionalId, pageLimit, shortText, textSchema } from "~/core/shared/text";

/** Without `conversation_id`, the newest conversation of the two members is meant (docs/rules.md#reports). */
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
  /** The reported message, if any. The evidence contains it, however old it is. */
  message_id: optionalId("message_id"),
});
export type ReportInput = z.output<typeof reportSchema>;

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

const note = textSchema({ max: ADMIN_NOTE_MAX_LENGTH, label: "Note", multiline: true }).nullish();
/** Refuses a text that still has a blank of its template. */
const text = textSchema({
  min: 1,
  max: ACTION_TEXT_MAX_LENGTH,
  label: "Text",
  multiline: true,
  needsVisible: true,
}).refine((value) => !/\[(…|\.\.\.)\]/.test(value), { error: "Please fill in each blank […]" });
const status = z.enum(REPORT_STATUSES, { error: "Status must be open or resolved" });
const reason = z.enum(REPORT_REASONS, { error: "Please choose one of the listed reasons" });

const DAYS = `Days must be a whole number from 1 to ${SUSPENSION_MAX_DAYS}`;

export const actionSchema = z
  .object({
    kind: z.enum(ACTION_KINDS, {
      // In the form, no decision is selected at first.
      error: ({ input }) =>
        input === "" ? "Please choose a decision" : "Kind must be warn, suspend, ban or lift",
    }),
    days: z
      .int({ error: DAYS })
      .min(1, { error: DAYS })
      .max(SUSPENSION_MAX_DAYS, { error: DAYS })
      .nullish(),
    reason,
    text,
    note,
    report_id: optionalId("report_id"),
  })
  .refine(({ kind, days }) => kind !== "suspend" || typeof days === "number", {
    error: "Days are required for a suspension",
    path: ["days"],
  });
export type ActionInput = z.output<typeof actionSchema>;

export const markedSchema = z
  .array(z.string(), { error: "Please mark a report" })
  .max(CASE_REPORTS_MAX);

export const updateReportSchema = z.object({
  status,
  outcome: z.enum(REPORT_OUTCOMES, { error: "Outcome must be acted or no_breach" }).nullish(),
  note,
});
export type UpdateReportInput = z.output<typeof updateReportSchema>;

export const decideAppealSchema = z.object({
  decision: z.enum(["upheld", "overturned"], { error: "Decision must be upheld or overturned" }),
  text,
});
export type DecideAppealInput = z.output<typeof decideAppealSchema>;

const page = {
  before: shortText("before").min(1, { error: "before must be an id of the list" }).optional(),
  limit: pageLimit(ADMIN_PAGE_MAX),
};
/** Part of a name or an e-mail address. An empty text finds all members. */
const query = textSchema({ max: EMAIL_MAX_LENGTH, label: "query" }).optional();

export const membersQuerySchema = z.object({ query, ...page });
export type MembersQuery = z.output<typeof membersQuerySchema>;

export const reportsQuerySchema = z.object({
  status: status.optional(),
  reason: reason.optional(),
  query,
  evidence: z.enum(["0", "1"], { error: "evidence must be 0 or 1" }).optional(),
  ...page,
});
export type ReportsQuery = z.output<typeof reportsQuerySchema>;
