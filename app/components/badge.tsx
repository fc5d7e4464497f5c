import type { ReactNode } from "react";
import { cx } from "./cx";

const TONES = {
  neutral: "border-rule-strong text-ink-soft",
  accent: "border-accent bg-accent-wash text-ink",
  success: "border-success bg-success-wash text-ink",
  warning: "border-warning bg-warning-wash text-ink",
};

export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: keyof typeof TONES;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center whitespace-nowrap rounded-sm border px-1.5 py-0.5 font-semibold text-2xs uppercase tracking-wider",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
