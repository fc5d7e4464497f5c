import type { ReactNode } from "react";

export function SectionLabel({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="rule-double kicker pt-2.5 text-ink">
      {children}
    </h2>
  );
}

interface SectionProps {
  id: string;
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <SectionLabel id={id}>{title}</SectionLabel>
      {children}
    </section>
  );
}

interface PageHeadingProps {
  kicker?: ReactNode;
  lede?: ReactNode;
  children: ReactNode;
}

/** Use it once per page, because the `h1` takes the focus after a navigation. */
export function PageHeading({ kicker, lede, children }: PageHeadingProps) {
  return (
    <header>
      {kicker ? <p className="kicker mb-3 text-accent">{kicker}</p> : null}
      <h1 tabIndex={-1} className="text-title">
        {children}
      </h1>
      {lede ? (
        <p className="mt-4 max-w-measure font-serif text-ink-soft text-lede">{lede}</p>
      ) : null}
    </header>
  );
}
