import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button, ButtonRow } from "./button";
import { useHydrated } from "./use-hydrated";

const FIRST_MARK = "data-first-focus";

export const FIRST_FOCUS = { autoFocus: true, [FIRST_MARK]: "" };

interface AlertDialogProps {
  open: boolean;
  /** Called on Escape unless `busy`. Must set `open` to false. */
  onClose: () => void;
  title: ReactNode;
  busy?: boolean;
  children: ReactNode;
}

/**
 * If the server renders the dialog open, it is a box within the page and not modal, so it also works with scripts off.
 */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onClose, title, busy = false, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const hydrated = useHydrated();

  // A layout effect, so that a key pressed right after the click finds the dialog open.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !hydrated) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // `showModal` has focused the first control and scrolled to it, but the focus belongs on the marked control.
      const first = dialog.querySelector<HTMLElement>(`[${FIRST_MARK}]`);
      first?.focus({ preventScroll: true });
      dialog.scrollTop = 0;
      first?.scrollIntoView({ block: "nearest" });
    }
    if (!open && dialog.open) dialog.close();
  }, [open, hydrated]);

  // If an open dialog is removed, the focus is lost. Closing the dialog first returns the focus to where it was before.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      // Until hydration, this attribute opens the dialog. Afterwards `showModal` does.
      open={hydrated ? undefined : open}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-var(--spacing)*8)] w-[min(30rem,calc(100vw-var(--spacing)*8))] scroll-pb-52 overflow-y-auto rounded-lg border border-rule bg-paper-raised px-6 pt-6 text-ink shadow-lift backdrop:bg-shade open:animate-rise sm:px-8 sm:pt-8 [&:not(:modal)]:static [&:not(:modal)]:max-h-none"
    >
      {open ? (
        <>
          <h2 id={`${id}-title`} className="text-[min(1.5rem,11vw)] leading-tight">
            {title}
          </h2>
          <div id={`${id}-body`} className="mt-3 flex flex-col gap-3 text-ink-soft">
            {children}
          </div>
        </>
      ) : null}
    </dialog>
  );
}

interface DialogCancelProps {
  onClose: () => void;
  disabled: boolean;
  isFirst?: boolean;
}

export function DialogCancel({ onClose, disabled, isFirst = true }: DialogCancelProps) {
  return (
    // With scripts off, this form loads the page without the query that has opened the dialog.
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Button
        type="submit"
        variant="secondary"
        disabled={disabled}
        {...(isFirst ? FIRST_FOCUS : {})}
      >
        Cancel
      </Button>
    </form>
  );
}

/**
 * The buttons are sticky. The dialog's `scroll-pb-52` keeps a focused field above the buttons, and their
 * `-scroll-mb-52` cancels this padding when a button has the focus.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-6 sm:-mx-8 sticky bottom-0 mt-1 bg-paper-raised px-6 pt-3 pb-6 sm:px-8 sm:pb-8">
      <ButtonRow className="[&_button]:-scroll-mb-52">{children}</ButtonRow>
    </div>
  );
}
