import type { ReactNode } from "react";
import { cx } from "./cx";

export interface CountdownRingProps {
  /** How much is left, 0 to 1. */
  fraction: number;
  /** What the ring says, in words, for those who don't see it. */
  label: string;
  /** Stands in the middle. */
  children?: ReactNode;
  /** A size class such as `size-40`. */
  className?: string;
}

const RADIUS = 54;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** 24 marks around the dial, every sixth a longer one: one path, since each element costs on hydration. */
const TICKS = Array.from({ length: 24 }, (_, hour) => {
  const angle = (hour * Math.PI) / 12;
  const point = (radius: number) =>
    `${(64 + radius * Math.sin(angle)).toFixed(1)} ${(64 - radius * Math.cos(angle)).toFixed(1)}`;
  return `M${point(hour % 6 === 0 ? 63 : 61)}L${point(58)}`;
}).join("");

/** A 24-hour dial whose arc runs down to the mark at the top. */
export function CountdownRing({ fraction, label, children, className }: CountdownRingProps) {
  const left = Math.min(1, Math.max(0, fraction));
  // The hand stands where the arc ends; the arc is what is still to come, clockwise up to the mark.
  const gone = 1 - left;
  return (
    <div className={cx("relative inline-grid shrink-0 place-items-center", className ?? "size-40")}>
      <svg
        viewBox="0 0 128 128"
        className="absolute inset-0 size-full"
        role="img"
        aria-label={label}
      >
        <path d={TICKS} className="stroke-rule-strong" />
        <circle cx="64" cy="64" r={RADIUS} fill="none" className="stroke-rule" strokeWidth="3" />
        <circle
          cx="64"
          cy="64"
          r={RADIUS}
          fill="none"
          className="stroke-accent"
          strokeWidth="3"
          strokeDasharray={`${(CIRCUMFERENCE * left).toFixed(2)} ${CIRCUMFERENCE.toFixed(2)}`}
          strokeDashoffset={(-CIRCUMFERENCE * gone).toFixed(2)}
          transform="rotate(-90 64 64)"
        />
        <circle
          cx="64"
          cy="10"
          r="5"
          className="fill-accent stroke-paper"
          strokeWidth="2"
          transform={`rotate(${(gone * 360).toFixed(2)} 64 64)`}
        />
      </svg>
      <div className="relative px-6 text-center">{children}</div>
    </div>
  );
}
