import { type HTMLAttributes, type RefObject, useLayoutEffect, useRef } from "react";
import { cx } from "~/app/components/cx";
import { Copy, Flag, Reply } from "~/app/components/icons";
import { MENU_LOOK, MenuButton } from "~/app/components/menu";
import { focusItem, MENU_MOVES } from "~/app/components/menu-behaviour";
import type { MessageDto } from "~/core/shared/contract";
import { useCopy } from "./use-copy";
import type { MessageMenuState } from "./use-message-menu";

/** The menu's least distance from the window's edges, and half its distance from the finger. */
const MARGIN_PX = 8;

// React 18's types don't know the `popover` attribute.
const MANUAL = { popover: "manual" } as HTMLAttributes<HTMLDivElement>;

interface MessageMenuProps {
  menu: MessageMenuState;
  message: MessageDto;
  isOwn: boolean;
  onClose: () => void;
  /** Null in a closed conversation, because its messages can't be answered. */
  onReply: ((content: string) => void) | null;
  onReport: (messageId: string) => void;
}

/**
 * A manual popover: the browser would close `popover="auto"` when the finger is lifted after the long press. If a
 * pointer opened the menu, the message field keeps the focus, so that a touch keyboard stays open.
 */
export function MessageMenu(props: MessageMenuProps) {
  const { menu, message, isOwn, onClose, onReply, onReport } = props;
  const copy = useCopy();
  const ref = useRef<HTMLDivElement>(null);
  // If a long press opened the menu, false until the next press. The end of the long press can click the item under
  // the finger, and that click must do nothing.
  const isArmed = useRef(menu.point === null);

  usePopover(ref, menu, onClose);

  const item = (act: () => void) => () => {
    // If the action opens a dialog, the dialog returns the focus to the button when it closes.
    if (ref.current?.contains(document.activeElement)) menu.button.focus({ preventScroll: true });
    onClose();
    act();
  };
  return (
    <div
      ref={ref}
      role="menu"
      aria-label="Message actions"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={() => {
        isArmed.current = true;
      }}
      onClickCapture={(event) => {
        if (!isArmed.current && event.detail > 0) event.stopPropagation();
      }}
      className={cx(MENU_LOOK, "fixed inset-auto m-0 w-[min(15rem,calc(100vw-1rem))]")}
      {...MANUAL}
    >
      {onReply ? (
        <MenuButton onClick={item(() => onReply(message.content))}>
          <Reply aria-hidden />
          Reply
        </MenuButton>
      ) : null}
      <MenuButton onClick={item(() => void copy(message.content))}>
        <Copy aria-hidden />
        Copy
      </MenuButton>
      {isOwn ? null : (
        <MenuButton onClick={item(() => onReport(message.message_id))}>
          <Flag aria-hidden />
          Report this message
        </MenuButton>
      )}
    </div>
  );
}

function usePopover(ref: RefObject<HTMLDivElement>, menu: MessageMenuState, onClose: () => void) {
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    panel.showPopover();
    place(panel, menu);
    if (menu.isByKeyboard) focusItem(panel, () => 0);
    const stopped = new AbortController();
    const { signal } = stopped;
    const close = () => latest.current();
    const onPointer = ({ target }: Event) => !panel.contains(target as Node) && close();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Tab") return close();
      const move = MENU_MOVES.get(event.key);
      if (!move && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (move) return focusItem(panel, move);
      if (panel.contains(document.activeElement)) menu.button.focus();
      close();
    };
    document.addEventListener("pointerdown", onPointer, { signal, capture: true });
    document.addEventListener("keydown", onKey, { signal, capture: true });
    // The browser can report an earlier scroll after the menu has opened. The menu stays open if the message has not
    // moved since.
    const { top } = menu.button.getBoundingClientRect();
    const onScroll = () => menu.button.getBoundingClientRect().top !== top && close();
    document.addEventListener("scroll", onScroll, { signal, capture: true });
    window.addEventListener("resize", close, { signal });
    return () => stopped.abort();
  }, [ref, menu]);
}

function place(panel: HTMLElement, { button, point }: MessageMenuState): void {
  const { offsetWidth, offsetHeight } = panel;
  const { bottom, left } = button.getBoundingClientRect();
  const view = window.visualViewport;
  const sightTop = view?.offsetTop ?? 0;
  const sightEnd = sightTop + (view?.height ?? innerHeight);
  const clamp = (at: number, from: number, to: number) => Math.max(from, Math.min(at, to));
  const x = point ? point.x - offsetWidth / 2 : left;
  const y = point ? point.y - offsetHeight - 2 * MARGIN_PX : bottom;
  panel.style.left = `${clamp(x, MARGIN_PX, innerWidth - offsetWidth - MARGIN_PX)}px`;
  panel.style.top = `${clamp(y, sightTop + MARGIN_PX, sightEnd - offsetHeight - MARGIN_PX)}px`;
}
