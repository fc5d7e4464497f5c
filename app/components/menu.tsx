import { Form, type FormProps, Link, type LinkProps } from "@remix-run/react";
import {
  type ButtonHTMLAttributes,
  type HTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from "react";
import { isStaticPath } from "~/app/lib/static-pages";
import { cx } from "./cx";
import { addMenuBehaviour } from "./menu-behaviour";

interface MenuProps {
  label: string;
  face: ReactNode;
  buttonClassName?: string;
  /** Tells screen readers that there is news in the menu. For sighted members the button has a dot. */
  note?: string | null;
  onApproach?: () => void;
  children: ReactNode;
}

// React 18's types don't know the popover attributes.
const popoverPanel = { popover: "auto" } as HTMLAttributes<HTMLDivElement>;
const popoverTarget = (id: string) =>
  ({ popovertarget: id }) as ButtonHTMLAttributes<HTMLButtonElement>;

export const MENU_LOOK =
  "max-h-[calc(100dvh-var(--spacing)*20)] overflow-y-auto rounded-lg border border-rule bg-paper-raised p-2 text-ink shadow-lift open:animate-rise";

const ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-sm px-3 py-2 text-start text-ink no-underline hover:bg-paper-sunken focus:bg-paper-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-muted";

export function Menu({ label, face, buttonClassName, note, onApproach, children }: MenuProps) {
  const panelId = `menu-${useId()}`;
  const noteId = `${panelId}-note`;
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (button.current && panel.current) return addMenuBehaviour(button.current, panel.current);
  }, []);

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-controls={panelId}
        aria-describedby={noteId}
        className={cx(
          "relative inline-flex min-h-11 min-w-11 items-center justify-center rounded-full",
          buttonClassName,
        )}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        {...popoverTarget(panelId)}
      >
        {face}
        <span aria-hidden data-news className="contents">
          {note ? (
            <span className="absolute end-1 top-1 size-3 rounded-full border-2 border-paper bg-accent" />
          ) : null}
        </span>
      </button>
      <span id={noteId} hidden data-news>
        {note}
      </span>
      <div
        ref={panel}
        id={panelId}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={cx(MENU_LOOK, "menu-panel w-[min(18rem,calc(100vw-var(--spacing)*8))]")}
        {...popoverPanel}
      >
        {children}
      </div>
    </>
  );
}

export function MenuLink({ className, to, ...rest }: LinkProps & { to: string }) {
  return (
    <Link
      role="menuitem"
      to={to}
      reloadDocument={isStaticPath(to)}
      className={cx(ITEM, className)}
      {...rest}
    />
  );
}

export function MenuButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" role="menuitem" className={ITEM} {...props} />;
}

export function MenuForm({ children, ...rest }: FormProps & { children: ReactNode }) {
  return (
    <Form method="post" role="none" {...rest}>
      <button type="submit" role="menuitem" className={ITEM}>
        {children}
      </button>
    </Form>
  );
}

export function MenuHeader({ children }: { children: ReactNode }) {
  return (
    <div role="none" className="mb-2 border-rule border-b px-3 pt-1 pb-3">
      {children}
    </div>
  );
}

export function MenuRule() {
  return <hr className="my-2 border-rule" />;
}
