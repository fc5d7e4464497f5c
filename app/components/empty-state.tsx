import type { ReactNode } from "react";
import { cx } from "./cx";
import { CircleAlert } from "./icons";

interface EmptyStateProps {
  picture?: ReactNode;
  title: ReactNode;
  as?: "h1" | "h2";
  children?: ReactNode;
  className?: string;
}

export function EmptyState(props: EmptyStateProps) {
  const { picture, title, as: Heading = "h2", children, className } = props;
  return (
    <div className={cx("flex flex-col items-center px-4 py-10 text-center", className)}>
      {picture ? <div className="mb-6 w-full max-w-64">{picture}</div> : null}
      <Heading
        tabIndex={Heading === "h1" ? -1 : undefined}
        className="font-medium font-serif text-2xl leading-tight sm:text-3xl"
      >
        {title}
      </Heading>
      {children ? (
        <div className="mt-3 flex max-w-md flex-col items-center gap-6 text-ink-soft">
          {children}
        </div>
      ) : null}
    </div>
  );
}

export function ErrorBox({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-5 rounded-lg border border-accent bg-accent-wash p-6 text-ink sm:flex-row sm:items-center sm:justify-between"
    >
      <p className="flex items-start gap-3 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        {message}
      </p>
      {children}
    </div>
  );
}
