import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";

/** As long as the platforms' own. */
const LONG_PRESS_MS = 450;
/** A finger that moves further is scrolling. */
const SLACK_PX = 10;

/** The message whose menu is open, and how it was opened. */
export interface MessageMenuState {
  /** The message's key. */
  key: string;
  /** Its button. */
  button: HTMLElement;
  /** Position of the finger; null if the button was pressed. */
  point: { x: number; y: number } | null;
  /** No pointer took part: the focus goes into the menu. */
  isByKeyboard: boolean;
}

/**
 * The menu of a message: by its button, or by a long press on it. The button shows itself to a pointer over the message, to
 * the focus and after a tap. One of them is in the order of the Tab key, the newest; the arrow keys lead from one to the next.
 */
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
    /** Handlers of the list. */
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
      // A long press comes as a press of the right button too, which would take the focus from the field.
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
      // A long press that the browser takes for its own menu; that of a mouse stays.
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

/** The key and the button of the message around an element. */
function findMessage(target: Element): Pick<MessageMenuState, "key" | "button"> | null {
  const message = target.closest<HTMLElement>("[data-message]");
  const button = message?.querySelector<HTMLElement>("[data-more]");
  const key = message?.dataset.message;
  return button && key ? { key, button } : null;
}

/** The arrow keys lead from one message's button to the next. */
function moveFocus(event: KeyboardEvent) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !(event.target as Element).matches("[data-more]")) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-more]")];
  all[all.indexOf(event.target as HTMLElement) + step]?.focus();
}
