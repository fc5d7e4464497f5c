import type { HTMLAttributes } from "react";
import { cx } from "./cx";

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: "div" | "section" | "article";
}

export function Card({ as: Element = "div", className, ...rest }: CardProps) {
  return (
    <Element
      className={cx(
        "rounded-lg border border-rule bg-paper-raised p-[min(1.25rem,6.25vw)] sm:p-7",
        className,
      )}
      {...rest}
    />
  );
}
