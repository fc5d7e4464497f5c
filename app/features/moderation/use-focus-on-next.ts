import { useEffect } from "react";

/** Id of the link to the next report, on the page of one that is resolved. */
export const NEXT_REPORT_ID = "next-report";

/**
 * After a decision moves the focus to the next open report: to its row, or where the list is hidden to the link in the case.
 * @param resolved the report that was decided last
 */
export function useFocusOnNext(
  resolved: string | null,
  findNext: (reportId: string) => string | null,
): void {
  const next = resolved === null ? null : findNext(resolved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a decision moves the focus, no change of what follows it
  useEffect(() => {
    if (next === null) return;
    const row = document.querySelector<HTMLElement>(`a[data-report="${CSS.escape(next)}"]`);
    const target = row?.offsetParent ? row : document.getElementById(NEXT_REPORT_ID);
    target?.focus();
  }, [resolved]);
}
