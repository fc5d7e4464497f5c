import { z } from "zod";
import type { Fields } from "~/app/lib/form";

const text = z.string();
/**
 * The fields of `DecisionForm`, which are all required. `toAction` drops `days` unless the decision
 * is a suspension.
 */
export const decisionFields = z.object({
  kind: text,
  reason: text,
  days: text,
  text,
  note: text,
  marked: z.array(text),
});

/**
 * The API call's input. Only a suspension has days, as a number. A choice like `spam.3` becomes its
 * reason, `spam`.
 */
export const toAction = ({ kind = "", days, reason, ...fields }: Fields) => ({
  ...fields,
  kind,
  reason: String(reason).split(".")[0],
  ...(kind === "suspend" && { days: Number(days) }),
});
