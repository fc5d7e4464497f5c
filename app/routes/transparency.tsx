import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageHeading, Section } from "~/app/components/section";
import { Month, Runs } from "~/app/features/operations/numbers";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import { readTransparency } from "~/core/operations/transparency";
import { BRAND } from "~/core/shared/brand";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Transparency",
    description: `What ${BRAND.name} decided about reports, how fast, and what each night’s draw proved.`,
  });

export function loader({ context }: LoaderFunctionArgs) {
  return readTransparency(context.deps);
}

export default function TransparencyPage() {
  const { months, days } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex flex-col gap-12 py-12 sm:py-16">
      <PageHeading
        kicker="Counted by the month"
        lede="What was reported, what we decided, how long it took, and whom the draw left out. Groups of fewer than five are never shown by themselves."
      >
        Transparency
      </PageHeading>
      <Section id="months" title="Month by month">
        {months.length === 0 ? (
          <p className="mt-4 max-w-measure text-ink-soft">
            The first numbers appear once a month has passed. Each month is counted once, three days
            after its end, and stays as it was counted.
          </p>
        ) : (
          months.map((month) => <Month key={month.month} {...month} />)
        )}
      </Section>
      <Section id="runs" title="The last draws">
        <p className="mt-4 max-w-measure text-ink-soft">
          Each run computes a proof that no other choice of pairs could have introduced more
          members. A run without it would say so here.
        </p>
        {days.length === 0 ? (
          <p className="mt-4 text-ink-muted">None yet.</p>
        ) : (
          <Runs days={days} />
        )}
      </Section>
    </div>
  );
}
