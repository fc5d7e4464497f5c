import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { ArrowRight } from "~/app/components/icons";
import { isStaticPath } from "~/app/lib/static-pages";

interface FoldProps {
  /** A link to this id unfolds the content. */
  id: string;
  title: string;
  children: ReactNode;
}

export function Fold({ id, title, children }: FoldProps) {
  const { hash } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current && hash === `#${id}`) details.current.open = true;
  }, [hash, id]);
  return (
    <section aria-labelledby={`${id}-heading`} className="border-rule border-b">
      <details ref={details}>
        <summary className="min-h-14 cursor-pointer py-3.5 font-medium">
          <h2 id={`${id}-heading`} className="inline font-sans text-base">
            {title}
          </h2>
        </summary>
        <div id={id} className="pb-5">
          {children}
        </div>
      </details>
    </section>
  );
}

export interface Way {
  to: string;
  title: string;
  hint?: ReactNode;
}

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
            {hint ? (
              <p className="text-ink-muted text-sm [overflow-wrap:anywhere]">{hint}</p>
            ) : null}
          </div>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </li>
      ))}
    </ul>
  );
}
