import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";

/** About as long as iOS and Android take for a long press. */
const LONG_PRESS_MS = 450;
const SLACK_PX = 10;

export interface MessageMenuState {
  key: string;
  button: HTMLElement;
  /** Null if the button opened the menu. */
  point: { x: number; y: number } | null;
  /** True if no pointer opened the menu. The focus then moves into the menu. */
  isByKeyboard: boolean;
}

/** Tab reaches only the newest message's button. The arrow keys move between the buttons. */
export function useMessageMenu() {
  const [menu, setMenu] = useState<MessageMenuState | null>(null);
  const press = useRef<{ x: number; y: number; timer: number } | null>(null);
  const isByTouch = useRef(false);

  function open(target: Element, how: Pick<MessageMenuState, "point" | "isByKeyboard">): boolean {
    const place = findMessage(target);
    if (place) setMenu({ ...place, ...how });
    return place !== null;
  }

  function release() {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }

  return {
    menu,
    close: () => setMenu(null),
    handlers: {
      onClick(event: MouseEvent) {
        const button = (event.target as Element).closest("[data-more]");
        if (button) open(button, { point: null, isByKeyboard: event.detail === 0 });
      },
      onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
        release();
        isByTouch.current = pointerType !== "mouse";
        const pressed = target as Element;
        if (!isByTouch.current || pressed.closest("a, button")) return;
        const timer = window.setTimeout(
          () => open(pressed, { point: { x, y }, isByKeyboard: false }),
          LONG_PRESS_MS,
        );
        press.current = { x, y, timer };
      },
      // A long press also reports a press of the right button, which would take the focus from the
      // field.
      onMouseDown(event: MouseEvent) {
        if (isByTouch.current && event.button === 2) event.preventDefault();
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (!press.current) return;
        const { x, y } = press.current;
        if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) release();
      },
      onPointerUp: release,
      onPointerCancel: release,
      // Replaces the browser's own menu after a long press, but not after a mouse's right button.
      onContextMenu(event: MouseEvent) {
        const target = event.target as Element;
        if (!isByTouch.current || target.closest("a")) return;
        release();
        const point = { x: event.clientX, y: event.clientY };
        if (open(target, { point, isByKeyboard: false })) event.preventDefault();
      },
      onKeyDown: moveFocus,
    },
  };
}

function findMessage(target: Element): Pick<MessageMenuState, "key" | "button"> | null {
  const message = target.closest<HTMLElement>("[data-message]");
  const button = message?.querySelector<HTMLElement>("[data-more]");
  const key = message?.dataset.message;
  return button && key ? { key, button } : null;
}

function moveFocus(event: KeyboardEvent) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !(event.target as Element).matches("[data-more]")) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-more]")];
  all[all.indexOf(event.target as HTMLElement) + step]?.focus();
}
