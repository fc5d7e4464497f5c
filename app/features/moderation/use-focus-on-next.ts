import { useEffect, useRef } from "react";

/** Id of the link to the next report, on the page of one that is resolved. */
export const NEXT_REPORT_ID = "next-report";

/**
 * Moves the focus after a decision to the next open report: to its row, or, if the list is hidden, to the link in the case,
 * as soon as that is there. A busy browser may render the answer before the page that it changes.
 * @param resolved the report that was decided last
 * @param path of the case in sight: the focus is moved within it alone
 */
export function useFocusOnNext(
  resolved: string | null,
  findNext: (reportId: string) => string | null,
  path: string,
): void {
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a decision moves the focus, no change of what follows it
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
