import { PageHeading } from "~/app/components/section-label";
import { TERMS_SECTIONS } from "~/app/features/shell/terms";
import type { ShellHandle } from "~/app/features/shell/types";
import type { MetaFunction } from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Terms of Service",
    description: `What ${BRAND.name} asks of you, what it stores, who sees it, and for how long.`,
  });

export default function TermsPage() {
  return (
    <div className="page-width py-12 sm:py-16">
      <PageHeading
        kicker="Last updated November 21, 2026"
        lede="Ten sections in plain words. The fourth says what we store, who sees it and for how long."
      >
        Terms of Service
      </PageHeading>
      <div className="mt-12 grid gap-x-14 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="hidden lg:block">
          <ol className="sticky top-8 flex flex-col border-ink border-t pt-3 text-sm">
            {TERMS_SECTIONS.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-9 items-center gap-3 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                >
                  <span className="w-5 text-ink-muted tabular-nums">{index + 1}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="border-ink border-t">
          {TERMS_SECTIONS.map(({ id, title, body }, index) => (
            <section key={id} id={id} className="scroll-mt-6 border-rule border-b py-8 first:pt-6">
              <h2 className="text-2xl leading-tight">
                {index + 1}. {title}
              </h2>
              <div className="prose mt-4">{body}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
