import {
  type ButtonHTMLAttributes,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Form, type FormProps, Link, type LinkProps } from "~/app/framework";
import { cx } from "./cx";

export interface MenuProps {
  /** The accessible name of the button and of the menu. */
  label: string;
  /** The button's face. */
  face: ReactNode;
  buttonClassName?: string;
  children: ReactNode;
}

/** TypeScript's own types don't know yet that a popover can be told which button it belongs to. */
type Popover = HTMLDivElement & { showPopover(options: { source: HTMLElement | null }): void };

// React 18's types don't know the popover attributes; the DOM gets them as they stand.
const popoverPanel = { popover: "auto" } as HTMLAttributes<HTMLDivElement>;
const popoverTarget = (id: string) =>
  ({ popovertarget: id }) as ButtonHTMLAttributes<HTMLButtonElement>;

const ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-sm px-3 py-2 text-left text-ink no-underline hover:bg-paper-sunken focus:bg-paper-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-muted";

/** From the index of the item that has the focus, -1 for none, to the next one's; -1 is the last. */
type Move = (current: number) => number;

const MOVES: ReadonlyMap<string, Move> = new Map<string, Move>([
  ["ArrowDown", (current) => current + 1],
  ["ArrowUp", (current) => (current <= 0 ? -1 : current - 1)],
  ["Home", () => 0],
  ["End", () => -1],
]);

/**
 * A button with a menu on the browser's own popover: opening, Escape and the click outside work
 * before scripts do, and without them. Scripts add the arrow keys, Home and End.
 */
export function Menu({ label, face, buttonClassName, children }: MenuProps) {
  const panelId = `menu${useId()}`;
  const panel = useRef<Popover>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  // React 18 has no onToggle for popovers.
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const follow = () => setOpen(element.matches(":popover-open"));
    // It may have been opened before scripts were there.
    follow();
    element.addEventListener("toggle", follow);
    return () => element.removeEventListener("toggle", follow);
  }, []);

  function focusItem(move: Move) {
    const items = [...(panel.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const current = items.indexOf(document.activeElement as HTMLElement);
    items.at(move(current) % items.length)?.focus();
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    // With its button, which it stands at.
    panel.current?.showPopover({ source: button.current });
    focusItem(() => (event.key === "ArrowDown" ? 0 : -1));
  }

  function onPanelKey(event: KeyboardEvent) {
    if (event.key === "Tab") return panel.current?.hidePopover();
    const move = MOVES.get(event.key);
    if (!move) return;
    event.preventDefault();
    focusItem(move);
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={panelId}
        className={cx(
          "inline-flex min-h-11 min-w-11 items-center justify-center rounded-full",
          buttonClassName,
        )}
        onKeyDown={onButtonKey}
        onClick={(event) => {
          // No pointer took part (Enter, Space, a screen reader): go into the menu.
          if (event.detail === 0) requestAnimationFrame(() => open || focusItem(() => 0));
        }}
        {...popoverTarget(panelId)}
      >
        {face}
      </button>
      <div
        ref={panel}
        id={panelId}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onPanelKey}
        // Hiding first hands the focus back to the button, so a dialog opened by an item returns it there.
        onClick={(event) => {
          const item = (event.target as Element).closest("[role=menuitem]");
          if (item) panel.current?.hidePopover();
        }}
        className="menu-panel w-[min(18rem,calc(100vw-2rem))] rounded-lg border border-rule bg-paper-raised p-2 text-ink shadow-lift open:animate-rise"
        {...popoverPanel}
      >
        {children}
      </div>
    </>
  );
}

/** An item that leads somewhere. */
export function MenuLink({ className, ...rest }: LinkProps) {
  return <Link role="menuitem" className={cx(ITEM, className)} {...rest} />;
}

/** An item that posts a form: `<MenuForm action="/logout">Logout</MenuForm>`. */
export function MenuForm({ children, ...rest }: FormProps & { children: ReactNode }) {
  return (
    <Form method="post" role="none" {...rest}>
      <button type="submit" role="menuitem" className={ITEM}>
        {children}
      </button>
    </Form>
  );
}

/** Words at the head of a menu that are no item. */
export function MenuHeader({ children }: { children: ReactNode }) {
  return (
    <div role="none" className="mb-2 border-rule border-b px-3 pt-1 pb-3">
      {children}
    </div>
  );
}

/** A hairline between items. */
export function MenuRule() {
  return <hr className="my-2 border-rule" />;
}
