import { Link } from "@remix-run/react";
import { BRAND } from "~/core/shared/brand";

export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <path
        d="M10.5 6.6A11.5 11.5 0 1 0 21.5 6.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="13.2" cy="5" r="3.4" fill="currentColor" />
      <circle cx="18.8" cy="5" r="3.4" className="fill-accent" />
    </svg>
  );
}

export function Wordmark({ isNameHidden = false }) {
  return (
    <Link
      to="/"
      reloadDocument
      className="inline-flex min-h-11 min-w-11 items-center gap-[min(0.625rem,2.5vw)] font-medium font-serif text-[min(1.5rem,7.5vw)] text-ink leading-none tracking-tight no-underline"
    >
      <Mark className="size-[min(2rem,10vw)] shrink-0" />
      <span className={isNameHidden ? "sr-only" : undefined}>{BRAND.name}</span>
    </Link>
  );
}
