import type { ReactNode } from "react";
import { cx } from "./cx";

export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cx("flex flex-col", className)}>{children}</dl>;
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5 border-rule border-b py-3 last:border-b-0 sm:flex-row sm:gap-6">
      <dt className="shrink-0 text-ink-muted text-sm sm:w-[min(11rem,45%)] sm:pt-0.5">{term}</dt>
      <dd className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
