import type { ReactNode } from "react";
import { cx } from "./cx";

interface SectionLabelProps {
  as?: "h2" | "h3" | "p";
  id?: string;
  /** Stands at the far end of the rule. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The head of a column: a double rule with small capitals hanging from it. */
export function SectionLabel({
  as: Element = "h2",
  id,
  aside,
  className,
  children,
}: SectionLabelProps) {
  return (
    <div
      className={cx(
        "rule-double flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pt-2.5",
        className,
      )}
    >
      <Element id={id} className="kicker text-ink">
        {children}
      </Element>
      {aside ? <div className="text-ink-muted text-sm">{aside}</div> : null}
    </div>
  );
}

interface PageHeadingProps {
  /** A dateline or the like above the title. */
  kicker?: ReactNode;
  /** A sentence or two below it. */
  lede?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The page's one `h1`, which takes the focus after a navigation. */
export function PageHeading({ kicker, lede, className, children }: PageHeadingProps) {
  return (
    <header className={className}>
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
