import { useEffect, useRef } from "react";

/** The id of the link to the next report, on the page of a resolved one. */
export const NEXT_REPORT_ID = "next-report";

/**
 * Moves the focus to the next open report after a decision: to its row or, if the list is hidden, to the link in the
 * case. It waits until that element exists, because a busy browser may render the answer before the rest of the page.
 * @param resolved the report that was decided last
 * @param path of the open case: leaving it cancels the move
 */
export function useFocusOnNext(
  resolved: string | null,
  findNext: (reportId: string) => string | null,
  path: string,
): void {
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a decision moves the focus, not a change of `findNext`
  useEffect(() => {
    wanted.current = resolved === null ? null : findNext(resolved);
  }, [resolved]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is a reason, not an input
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [path],
  );
  useEffect(() => {
    if (wanted.current === null) return;
    const row = document.querySelector<HTMLElement>(
      `a[data-report="${CSS.escape(wanted.current)}"]`,
    );
    const target = row?.offsetParent ? row : document.getElementById(NEXT_REPORT_ID);
    if (!target) return;
    target.focus();
    wanted.current = null;
  });
}
