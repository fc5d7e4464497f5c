import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { ListSection } from "~/app/features/operations/list-section";
import { readRecentRuns, readRuns } from "~/app/features/operations/load-lists.server";
import { RunRow } from "~/app/features/operations/run-row";
import { Alarms } from "~/app/features/operations/today";
import { pageMeta } from "~/app/lib/page-meta";
import { requireAdminSession } from "~/app/lib/session.server";

export const meta: MetaFunction = () => pageMeta({ title: "Runs" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(args.request, args.context);
  const [runs, recent] = await Promise.all([readRuns(args, viewer), readRecentRuns(args, viewer)]);
  return { runs, recent };
}

export default function RunsPage() {
  const { runs, recent } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Runs">
      <Alarms recent={recent} />
      <ListSection
        list="runs"
        title="Pairing Runs"
        noun="run"
        empty="No pairing runs found."
        rows={runs}
        rowKey={({ run_id }) => run_id}
        renderRow={(run) => <RunRow run={run} />}
      />
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Runs" message="The runs could not be loaded" />;
}
