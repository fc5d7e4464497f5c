import type { CaseRowDto } from "~/core/moderation/reports";

export const DECIDE_INTENT = "decide";
export const DECIDE_FAILED = "The decision could not be stored";
export const REOPEN_INTENT = "reopen";

export const DONE_WORDS: Record<string, string> = {
  no_breach: "Resolved: no breach found.",
  acted: "Resolved: acted on already.",
  warn: "Warned, and resolved.",
  suspend: "Suspended, and resolved.",
  ban: "Banned, and resolved.",
  lift: "Lifted, and resolved.",
};

/** `no_breach` and `acted` only resolve the report. Every other decision affects the member. */
export const isUndoable = (did: string): boolean => did === "no_breach" || did === "acted";

/**
 * The page after a decision: the rest of the case, or the next case if no report is left. Its query says what was
 * decided.
 * @param cases the list from before the decision
 */
export function nextCasePath(cases: CaseRowDto[], marked: string[], did: string): string {
  const place = cases.findIndex(({ report_ids }) => report_ids.includes(marked[0] ?? ""));
  const rest = cases[place]?.report_ids.filter((id) => !marked.includes(id)) ?? [];
  const next = [...cases.slice(place + 1), ...cases.slice(0, Math.max(place, 0))].find(
    ({ is_for_other }) => !is_for_other,
  );
  const id = rest[0] ?? next?.report_ids[0];
  const search = new URLSearchParams({ did, done: marked.join(".") });
  return `/admin/reports${id ? `/${id}` : ""}?${search}`;
}
