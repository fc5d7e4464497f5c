import type { ReactNode } from "react";
import { SectionLabel } from "./section-label";

interface SectionProps {
  /** Of its label, which names it. */
  id: string;
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page under a {@link SectionLabel}. */
export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <SectionLabel id={id}>{title}</SectionLabel>
      {children}
    </section>
  );
}
