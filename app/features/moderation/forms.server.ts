import { z } from "zod";
import type { ActionData } from "~/app/lib/action-data";
import { acceptForm, asAdmin, defineForms, memberForm, NO_FIELDS } from "~/app/lib/forms.server";
import { actionSchema, decideAppealSchema } from "~/core/moderation/schemas";
import type { AdminReportDto } from "~/core/shared/contract";
import type { ReportAnswer } from "./use-report-change";

const DECISION = { fallback: "The decision could not be stored", toast: true } as const;
const CLAIM = { fallback: "The report could not be taken on", toast: true } as const;
/** The fields of `DecisionForm`. The kind determines which of them are sent. */
const DECISION_FIELDS = ["kind", "reason", "days", "text", "note"] as const;

/** Reads the action from the fields. The API takes days as a number. */
function readAction(form: FormData) {
  const sent = DECISION_FIELDS.filter((name) => form.has(name));
  const fields = Object.fromEntries(sent.map((name) => [name, form.get(name)]));
  return { ...fields, ...(form.has("days") && { days: Number(form.get("days")) }) };
}

const toChange = ({ report_id, status, outcome, claimed_by, claimed_name }: AdminReportDto) => ({
  ...{ report_id, status, outcome, claimed_by, claimed_name },
});

const answerChange = (message: string, report: AdminReportDto) =>
  acceptForm<ReportAnswer>({ toast: { type: "success", message }, changed: toChange(report) });

const toClaim = ({ reportId = "" }: { reportId?: string }, isClaimed: boolean) => ({
  reportId,
  isClaimed,
});

const answerClaim = async (report: Promise<AdminReportDto>) =>
  acceptForm<ReportAnswer>({ changed: toChange(await report) });

export const reportAction = defineForms(
  {
    words: { decide: DECISION, reopen: DECISION, claim: CLAIM, release: CLAIM },
    guard: asAdmin,
  },
  {
    decide: memberForm({
      bound: "adminWrites",
      schema: z.object({ action: actionSchema.nullable(), note: z.string() }),
      // `start`, the chosen text to start from, is used by the form only.
      fields: [...DECISION_FIELDS, "start"],
      read: (form) => ({
        action: form.get("kind") === "none" ? null : readAction(form),
        note: form.get("note") ?? "",
      }),
      async run({ context, params, viewer, value }) {
        const decision = { reportId: params.reportId ?? "", ...value };
        const changed = await context.services.moderation.decideReport(viewer, decision);
        const message = value.action
          ? "Done. The report is resolved."
          : "Resolved: no breach found";
        return answerChange(message, changed);
      },
    }),
    reopen: memberForm({
      bound: "adminWrites",
      schema: NO_FIELDS,
      async run({ context, params, viewer }) {
        const change = { reportId: params.reportId ?? "", status: "open" } as const;
        const changed = await context.services.moderation.updateReport(viewer, change);
        return answerChange("The report is open again", changed);
      },
    }),
    claim: memberForm({
      bound: "adminWrites",
      schema: NO_FIELDS,
      run: ({ context, params, viewer }) =>
        answerClaim(context.services.moderation.claimReport(viewer, toClaim(params, true))),
    }),
    release: memberForm({
      bound: "adminWrites",
      schema: NO_FIELDS,
      run: ({ context, params, viewer }) =>
        answerClaim(context.services.moderation.claimReport(viewer, toClaim(params, false))),
    }),
  },
);

export interface PositionAnswer extends ActionData {
  position?: { latitude: number | null; longitude: number | null };
}

export const memberAction = defineForms(
  {
    words: { decide: DECISION, position: { fallback: "The position could not be read" } },
    guard: asAdmin,
  },
  {
    decide: memberForm({
      bound: "adminWrites",
      schema: actionSchema,
      // `start`, the chosen text to start from, is used by the form only.
      fields: [...DECISION_FIELDS, "start"],
      read: readAction,
      async run({ context, params, viewer, value }) {
        const memberId = params.memberId ?? "";
        await context.services.moderation.takeAction(viewer, { memberId, ...value });
        return { message: "Done" };
      },
    }),
    position: memberForm({
      bound: "adminWrites",
      schema: NO_FIELDS,
      async run({ context, params, viewer }) {
        const memberId = params.memberId ?? "";
        const position = await context.services.moderation.revealPosition(viewer, { memberId });
        return acceptForm<PositionAnswer>({ position });
      },
    }),
  },
);

export const appealsAction = defineForms(
  { words: { "": DECISION }, guard: asAdmin },
  {
    "": memberForm({
      bound: "adminWrites",
      schema: decideAppealSchema.extend({
        appealId: z.string().default(""),
        // The chosen text to start from, used by the form only.
        start: z.string().optional(),
      }),
      async run({ context, viewer, value }) {
        await context.services.moderation.decideAppeal(viewer, value);
        return acceptForm({});
      },
    }),
  },
);
