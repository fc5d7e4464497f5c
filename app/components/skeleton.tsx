import { cx } from "./cx";

/** A grey bar in place of something that is on its way. Give it a size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx("block animate-breathe rounded-sm bg-paper-sunken", className)}
    />
  );
}
