import { cx } from "./cx";

/** A grey bar for something that is still loading. Give it a size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx("block animate-breathe rounded-sm bg-paper-sunken", className)}
    />
  );
}
