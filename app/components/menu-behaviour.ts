/** Maps the index of the focused item (-1 if none is focused) to that of the item to focus (-1 for the last item). */
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
 * Adds what browsers don't do for a menu in a popover: `aria-expanded`, the keys of a menu, and closing when an item is
 * pressed.
 * @returns a function that removes the listeners
 */
export function addMenuBehaviour(button: HTMLElement, panel: HTMLElement): () => void {
  const ended = new AbortController();
  const { signal } = ended;

  const isOpen = () => panel.matches(":popover-open");
  const showState = () => button.setAttribute("aria-expanded", String(isOpen()));
  // The menu can already be open, because a popover works before the scripts have loaded.
  showState();
  panel.addEventListener("toggle", showState, { signal });

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    panel.showPopover({ source: button });
    focusItem(panel, () => (event.key === "ArrowDown" ? 0 : -1));
  }

  function onButtonClick(event: MouseEvent) {
    // `detail` is 0 if a key or a screen reader caused the click.
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
    // The menu closes before the item acts. If the item opens a dialog, closing the dialog then returns the focus to
    // the menu's button.
    if ((event.target as Element).closest("[role=menuitem]")) panel.hidePopover();
  }

  button.addEventListener("keydown", onButtonKey, { signal });
  button.addEventListener("click", onButtonClick, { signal });
  panel.addEventListener("keydown", onPanelKey, { signal });
  panel.addEventListener("click", onPanelClick, { signal, capture: true });
  return () => ended.abort();
}
