import type { ReactNode } from "react";
import { cx } from "./cx";
import { CircleAlert, Info } from "./icons";

interface BannerProps {
  tone?: "error" | "info";
  children: ReactNode;
}

const TONES = {
  error: { icon: CircleAlert, look: "border-accent bg-accent-wash" },
  info: { icon: Info, look: "border-rule-strong bg-paper-sunken" },
};

export function Banner({ tone = "info", children }: BannerProps) {
  const { icon: Icon, look } = TONES[tone];
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={cx("flex gap-3 rounded-md border-s-4 px-4 py-3 text-ink", look)}
    >
      <Icon aria-hidden className="mt-1 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

export function FormError({ error, id }: { error: string | undefined; id?: string }) {
  if (!error) return null;
  return (
    <Banner tone="error">
      <p id={id}>{error}</p>
    </Banner>
  );
}
