type Popover = HTMLElement & { showPopover(options: { source: HTMLElement | null }): void };

/** Maps the focused item's index (-1 for none) to the next one's, where -1 is the last item. */
type Move = (current: number) => number;

export const MENU_MOVES: ReadonlyMap<string, Move> = new Map<string, Move>([
  ["ArrowDown", (current) => current + 1],
  ["ArrowUp", (current) => (current <= 0 ? -1 : current - 1)],
  ["Home", () => 0],
  ["End", () => -1],
]);

export function focusItem(panel: HTMLElement, move: Move): void {
  const all = [...panel.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const items = all.filter((item) => item.getClientRects().length > 0);
  const current = items.indexOf(document.activeElement as HTMLElement);
  items.at(move(current) % items.length)?.focus();
}

/**
 * Adds to a button and its popover what browsers leave out: `aria-expanded`, the arrow keys, Home, End, Tab, and
 * closing by an item.
 * @returns a function that removes all of it
 */
export function addMenuBehaviour(button: HTMLElement, menu: HTMLElement): () => void {
  const panel = menu as Popover;
  const ended = new AbortController();
  const { signal } = ended;

  const isOpen = () => panel.matches(":popover-open");
  const showState = () => button.setAttribute("aria-expanded", String(isOpen()));
  // The menu may already be open, because it works before scripts do.
  showState();
  panel.addEventListener("toggle", showState, { signal });

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    panel.showPopover({ source: button });
    focusItem(panel, () => (event.key === "ArrowDown" ? 0 : -1));
  }

  function onButtonClick(event: MouseEvent) {
    // A click without `detail` came from a key or a screen reader.
    if (event.detail === 0) requestAnimationFrame(() => isOpen() && focusItem(panel, () => 0));
  }

  function onPanelKey(event: KeyboardEvent) {
    if (event.key === "Tab") return panel.hidePopover();
    const move = MENU_MOVES.get(event.key);
    if (!move) return;
    event.preventDefault();
    focusItem(panel, move);
  }

  function onPanelClick(event: MouseEvent) {
    // Closes the menu before the item acts, so that the focus is back at the button, to which a dialog of the item
    // returns it.
    if ((event.target as Element).closest("[role=menuitem]")) panel.hidePopover();
  }

  button.addEventListener("keydown", onButtonKey, { signal });
  button.addEventListener("click", onButtonClick, { signal });
  panel.addEventListener("keydown", onPanelKey, { signal });
  panel.addEventListener("click", onPanelClick, { signal, capture: true });
  return () => ended.abort();
}
