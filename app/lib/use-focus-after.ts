import { useEffect, useRef } from "react";

/**
 * Moves the focus to the element `targetId` if a change of `state` has removed the focused element, such as a pressed
 * button.
 * @param state null while it isn't known
 */
export function useFocusAfter(state: string | number | boolean | null, targetId: string): void {
  const shown = useRef(state);
  useEffect(() => {
    const last = shown.current;
    shown.current = state;
    if (last !== null && last !== state) takeLostFocus(document.getElementById(targetId));
  }, [state, targetId]);
}

export function takeLostFocus(element: HTMLElement | null): void {
  if (!element || document.activeElement !== document.body) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}
