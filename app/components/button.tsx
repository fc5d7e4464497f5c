import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { isStaticPath } from "~/app/lib/static-pages";
import { cx } from "./cx";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
type ButtonSize = "md" | "sm";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-md border text-center font-semibold leading-tight no-underline transition-[background-color,border-color,color,translate] duration-150 active:translate-y-px off:opacity-60 off:active:translate-y-0";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-ink bg-ink text-paper hover:not-off:bg-ink-soft",
  secondary:
    "border-rule-strong bg-transparent text-ink hover:not-off:border-ink hover:not-off:bg-paper-sunken",
  quiet: "border-transparent bg-transparent text-ink hover:not-off:bg-paper-sunken",
  danger:
    "border-accent bg-accent text-on-accent hover:not-off:border-accent-strong hover:not-off:bg-accent-strong",
};

// Every size is at least 44 px high.
const SIZES: Record<ButtonSize, string> = {
  md: "min-h-12 px-6 py-2 text-base",
  sm: "min-h-11 px-4 py-2 text-sm",
};

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

export function buttonClasses({ variant = "primary", size = "md", className }: ButtonLook): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], className);
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows a spinner and ignores presses. Unlike `disabled`, `pending` keeps the focus on the button. */
  pending?: boolean;
}

/** Enter in a field clicks the form's submit button, so this also stops a second submission by Enter. */
const ignorePress = (event: MouseEvent) => event.preventDefault();

export function Button(props: ButtonProps) {
  const { variant, size, className, pending = false, onClick, children, ...rest } = props;
  return (
    <button
      type="button"
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={buttonClasses({ variant, size, className })}
      onClick={pending ? ignorePress : onClick}
      {...rest}
    >
      {pending ? <Spinner /> : null}
      {children}
    </button>
  );
}

export function ButtonRow({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cx(
        "flex flex-wrap justify-end gap-3 [&_button]:grow sm:[&_button]:grow-0",
        className,
      )}
    >
      {children}
    </div>
  );
}

interface LinkButtonProps extends LinkProps, ButtonLook {
  to: string;
}

export function LinkButton({ variant, size, className, to, ...rest }: LinkButtonProps) {
  return (
    <Link
      to={to}
      reloadDocument={isStaticPath(to)}
      className={buttonClasses({ variant, size, className })}
      {...rest}
    />
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={cx(
        "inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition-colors hover:enabled:bg-paper-sunken disabled:opacity-50 [&>svg]:size-5",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
