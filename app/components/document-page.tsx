import type { ReactNode } from "react";
import { formatCalendarDate } from "~/app/lib/format-local";
import { useRegionStyle } from "./local-time";
import { PageHeading } from "./section";

export interface DocumentSection {
  id: string;
  title: string;
  body: ReactNode;
}

interface DocumentPageProps {
  /** The day of the last change in content, `YYYY-MM-DD`. Shown instead of the kicker. */
  updated?: string;
  kicker?: string;
  title: string;
  lede: ReactNode;
  sections: readonly DocumentSection[];
}

export function DocumentPage({ updated, kicker, title, lede, sections }: DocumentPageProps) {
  const style = useRegionStyle();
  return (
    <div className="page-width py-12 sm:py-16">
      <PageHeading
        kicker={updated ? `Last updated ${formatCalendarDate(updated, style)}` : kicker}
        lede={lede}
      >
        {title}
      </PageHeading>
      <div className="mt-12 grid gap-x-14 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="hidden lg:block">
          <ol className="sticky top-8 flex flex-col border-ink border-t pt-3 text-sm">
            {sections.map(({ id, title: name }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-9 items-center gap-3 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                >
                  <span className="w-5 text-ink-muted tabular-nums">{index + 1}</span>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="min-w-0 border-ink border-t">
          {sections.map(({ id, title: name, body }, index) => (
            <section key={id} id={id} className="scroll-mt-6 border-rule border-b py-8 first:pt-6">
              <h2 className="text-2xl leading-tight">
                {index + 1}. {name}
              </h2>
              <div className="prose mt-4">{body}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
