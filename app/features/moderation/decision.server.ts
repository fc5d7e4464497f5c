import { z } from "zod";
import type { Fields } from "~/app/lib/form";

const text = z.string();
/** The fields of `DecisionForm`, all of which are sent. `toAction` drops unneeded days. */
export const decisionFields = z.object({
  kind: text,
  reason: text,
  days: text,
  text,
  note: text,
  marked: z.array(text),
});

/** The call's input: days as a number, and the reason without the number of its text. */
export const toAction = ({ kind = "", days, reason, ...fields }: Fields) => ({
  ...fields,
  kind,
  reason: String(reason).split(".")[0],
  ...(kind === "suspend" && { days: Number(days) }),
});
