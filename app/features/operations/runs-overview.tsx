import { Await } from "@remix-run/react";
import { Suspense } from "react";
import { Banner } from "~/app/components/form-banner";
import { Skeleton } from "~/app/components/skeleton";
import type { RecentRuns } from "./list-query";
import { RunsChart } from "./runs-chart";

/** The first part of the dashboard: alarms, and a chart of the last runs. */
export function RunsOverview({ recent }: { recent: RecentRuns | Promise<RecentRuns> }) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <Await resolve={recent}>
        {/* The list of runs below shows a failure to read them. */}
        {(known) =>
          "error" in known ? null : (
            <div className="flex flex-col gap-4">
              {known.alarms.map((alarm) => (
                <Banner key={alarm} tone="error">
                  {alarm}
                </Banner>
              ))}
              <RunsChart runs={known.runs} />
            </div>
          )
        }
      </Await>
    </Suspense>
  );
}
