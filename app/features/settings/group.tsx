import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArrowRight } from "~/app/components/icons";
import { isStaticPath } from "~/app/lib/static-pages";

interface GroupProps {
  /** The id of the group's heading, which labels the group. */
  id: string;
  title: string;
  children: ReactNode;
}

/** One group of the settings. */
export function Group({ id, title, children }: GroupProps) {
  return (
    <section aria-labelledby={id} className="flex scroll-mt-6 flex-col gap-8">
      <h2 id={id} className="text-[min(1.875rem,12vw)] leading-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

export interface Way {
  to: string;
  title: string;
  hint: ReactNode;
}

/** Links to pages of their own. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <ul className="border-ink border-t">
      {ways.map(({ to, title, hint }) => (
        <li
          key={to}
          className="group relative flex min-h-14 items-center gap-4 border-rule border-b py-2.5 hover:bg-paper-sunken"
        >
          <div className="min-w-0 flex-1">
            <Link
              to={to}
              reloadDocument={isStaticPath(to)}
              className="font-medium no-underline after:absolute after:inset-0 group-hover:underline"
            >
              {title}
            </Link>
            <p className="text-ink-muted text-sm [overflow-wrap:anywhere]">{hint}</p>
          </div>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </li>
      ))}
    </ul>
  );
}
