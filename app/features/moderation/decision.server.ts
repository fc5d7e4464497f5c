import { z } from "zod";
import type { Fields } from "~/app/lib/form";

const text = z.string();
/** The fields of `DecisionForm`. The kind decides which of them are sent; `start` is used by the form only. */
export const decisionFields = z.object({
  kind: text,
  reason: text,
  days: text,
  text,
  note: text,
  start: text,
});

/** The input of the call. It takes the days as a number. */
export const toAction = ({ kind = "", days, ...fields }: Fields) => ({
  ...fields,
  kind,
  ...(days !== undefined && { days: Number(days) }),
});
