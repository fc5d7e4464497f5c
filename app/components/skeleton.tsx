import { cx } from "./cx";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx("block animate-breathe rounded-sm bg-paper-sunken", className)}
    />
  );
}
