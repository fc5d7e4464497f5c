import { useEffect } from "react";
import { DECISION_FORM_ID } from "./decision-form";
import { focusOnMissing } from "./start-texts";

const TYPED = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

/** Starts at the focused case, or at the open case if no case has the focus. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>("a[data-case]")];
  const focused = rows.indexOf(document.activeElement as HTMLAnchorElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === "page");
  rows[Math.min(rows.length - 1, Math.max(0, from + by))]?.focus();
}

function choose(key: string): boolean {
  const form = document.getElementById(DECISION_FORM_ID) as HTMLFormElement | null;
  const radio = form?.querySelector<HTMLInputElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!form || !radio) return false;
  radio.click();
  focusOnMissing(form);
  return true;
}

/**
 * `j` and `k` step through the cases, and a digit chooses a decision, unless the admin is typing.
 */
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
