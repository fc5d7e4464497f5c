import { Await, Link, useRouteLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { countWords } from "~/app/components/count";
import { Banner } from "~/app/components/form-banner";
import { Skeleton } from "~/app/components/skeleton";
import type { ShellData } from "~/app/features/shell/types";
import type { RecentRuns } from "./load-lists.server";

export function Waiting({ recent }: { recent: RecentRuns | Promise<RecentRuns> }) {
  const { waiting } = useRouteLoaderData<ShellData>("root") ?? {};
  const waits = [
    { to: "/admin/reports", count: waiting?.reports ?? 0, noun: "open report" },
    { to: "/admin/appeals", count: waiting?.appeals ?? 0, noun: "open appeal" },
  ].filter(({ count }) => count > 0);
  return (
    <div className="flex flex-col gap-4">
      <Alarms recent={recent} />
      {waiting && waits.length === 0 ? <p className="text-ink-soft">Nothing waits.</p> : null}
      {waits.map(({ to, count, noun }) => (
        <Link key={to} to={to} className="text-link self-start font-serif text-xl">
          {countWords(count)} {noun}
          {count === 1 ? "" : "s"}
        </Link>
      ))}
    </div>
  );
}

/** What is wrong with the last runs. If the runs can't be read, the list of runs says so. */
export function Alarms({ recent }: { recent: RecentRuns | Promise<RecentRuns> }) {
  return (
    <Suspense fallback={null}>
      <Await resolve={recent}>
        {(known) =>
          ("error" in known ? [] : known.alarms).map((alarm) => (
            <Banner key={alarm} tone="error">
              {alarm}
            </Banner>
          ))
        }
      </Await>
    </Suspense>
  );
}

type Counts = [term: string, count: number | null][];

export function Numbers({ numbers }: { numbers: Counts | Promise<Counts> }) {
  return (
    <Suspense fallback={<Skeleton className="h-20 w-full" />}>
      <Await resolve={numbers}>
        {(counts) => (
          <dl className="grid grid-cols-3 gap-x-6 gap-y-4 lg:grid-cols-6">
            {counts.map(([term, count]) => (
              <div key={term} className="flex flex-col-reverse">
                <dt className="text-ink-muted text-sm">{term}</dt>
                <dd className="font-serif text-3xl tabular-nums">
                  {count?.toLocaleString("en") ?? "–"}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Await>
    </Suspense>
  );
}
