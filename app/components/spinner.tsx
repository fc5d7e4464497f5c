import { cx } from "./cx";

export function Spinner({ className }: { className?: string }) {
  return (
    <span className={cx("inline-flex size-[1em] shrink-0", className)}>
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        className="size-full animate-turn"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      >
        <circle cx="12" cy="12" r="9" opacity="0.25" />
        <path d="M12 3a9 9 0 0 1 9 9" />
      </svg>
    </span>
  );
}

export function LoadingNote({ children }: { children: string }) {
  return (
    <p
      aria-live="polite"
      className="flex flex-col items-center gap-4 py-16 font-serif text-lg text-ink-muted"
    >
      <Spinner className="size-8 text-accent" />
      {children}
    </p>
  );
}
