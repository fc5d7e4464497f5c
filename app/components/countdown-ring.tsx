import type { ReactNode } from "react";
import { ringGeometry } from "./ring-geometry";

interface CountdownRingProps {
  fraction: number;
  /** If omitted, screen readers skip the ring. The text beside the ring must then say the same. */
  label?: string;
  children?: ReactNode;
}

/** All marks are one path, because every element takes time to hydrate. */
const TICKS = Array.from({ length: 24 }, (_, hour) => {
  const angle = (hour * Math.PI) / 12;
  const point = (radius: number) =>
    `${(64 + radius * Math.sin(angle)).toFixed(1)} ${(64 - radius * Math.cos(angle)).toFixed(1)}`;
  return `M${point(hour % 6 === 0 ? 63 : 61)}L${point(58)}`;
}).join("");

export function CountdownRing({ fraction, label, children }: CountdownRingProps) {
  const { radius, dasharray, dashoffset, transform } = ringGeometry(fraction);
  return (
    <div className="relative inline-grid aspect-square w-24 max-w-full shrink-0 grid-cols-1 place-items-center">
      <svg
        viewBox="0 0 128 128"
        className="absolute inset-0 size-full"
        role={label === undefined ? undefined : "img"}
        aria-label={label}
        aria-hidden={label === undefined}
      >
        <path d={TICKS} className="stroke-rule-strong" />
        <circle cx="64" cy="64" r={radius} fill="none" className="stroke-rule" strokeWidth="3" />
        <circle
          cx="64"
          cy="64"
          r={radius}
          fill="none"
          className="stroke-accent"
          strokeWidth="3"
          data-ring="arc"
          strokeDasharray={dasharray}
          strokeDashoffset={dashoffset}
          transform="rotate(-90 64 64)"
        />
        <circle
          cx="64"
          cy="10"
          r="5"
          className="fill-accent stroke-paper"
          strokeWidth="2"
          data-ring="hand"
          transform={transform}
        />
      </svg>
      <div className="relative max-w-full px-2 text-center">{children}</div>
    </div>
  );
}
