import { useEffect, useRef, useState } from "react";

const FIELDS = "input, textarea, select, [contenteditable]";
const ROWS = "a[data-report]";

/** The desk's keys, as its help lists them. */
export const KEYS = [
  { key: "j", does: "Next report in the list" },
  { key: "k", does: "Report before it" },
  { key: "o", does: "Open the report" },
  { key: "s", does: "Go to the decision" },
  { key: "?", does: "Show or hide these keys" },
];

/**
 * Handles the desk's keys j, k, o, s and ? while no field has the focus.
 * @returns whether the help is shown, and a function that hides it
 */
export function useKeys(): { isHelpShown: boolean; hideHelp: () => void } {
  const [isHelpShown, setHelpShown] = useState(false);
  const current = useRef<string | null>(null);
  useEffect(() => {
    function step(by: 1 | -1) {
      const rows = [...document.querySelectorAll<HTMLAnchorElement>(ROWS)].filter(
        (row) => row.offsetParent !== null,
      );
      const focused = rows.indexOf(document.activeElement as HTMLAnchorElement);
      const active = rows.findIndex(
        (row) => row.dataset.report === current.current || row.ariaCurrent === "page",
      );
      const from = focused >= 0 ? focused : active;
      const next = rows[Math.min(rows.length - 1, Math.max(0, from + by))];
      current.current = next?.dataset.report ?? null;
      next?.focus();
    }
    function onKey(event: KeyboardEvent) {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(FIELDS)) return;
      if (key === "j") step(1);
      else if (key === "k") step(-1);
      else if (key === "?") setHelpShown((isShown) => !isShown);
      else if (key === "Escape") setHelpShown(false);
      else if (key === "o") {
        const row = document.activeElement;
        if (row instanceof HTMLAnchorElement && row.matches(ROWS)) row.click();
        else return;
      } else if (key === "s") {
        const field = document.querySelector<HTMLElement>("#decision-kind");
        if (!field) return;
        field.focus();
        field.scrollIntoView({ block: "center" });
      } else return;
      event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return { isHelpShown, hideHelp: () => setHelpShown(false) };
}
