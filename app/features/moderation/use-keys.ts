import { useEffect } from "react";
import { DECISION_FORM_ID } from "./decision-form";
import { focusOnMissing } from "./start-texts";

const TYPED = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

/** Focuses the next or previous case, starting at the focused case, else at the open one. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>("a[data-case]")];
  const focused = rows.indexOf(document.activeElement as HTMLAnchorElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === "page");
  rows[Math.min(rows.length - 1, Math.max(0, from + by))]?.focus();
}

/** Chooses a decision, and focuses what it still lacks, or the button that stores it. */
function choose(key: string): boolean {
  const form = document.getElementById(DECISION_FORM_ID) as HTMLFormElement | null;
  const radio = form?.querySelector<HTMLInputElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!form || !radio) return false;
  radio.click();
  focusOnMissing(form);
  return true;
}

/** While nobody types, `j` and `k` step through the cases, and a digit chooses a decision. */
export function useKeys(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(TYPED)) return;
      if (key === "j") step(1);
      else if (key === "k") step(-1);
      else if (!choose(key)) return;
      event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
