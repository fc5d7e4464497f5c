import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { RunList } from "~/app/features/operations/lists";
import { listReaders, readRecentRuns } from "~/app/features/operations/load-lists.server";
import { Alarms } from "~/app/features/operations/today";
import { pageMeta } from "~/app/lib/page-meta";
import { requireAdminSession } from "~/app/lib/session.server";

export const meta: MetaFunction = () => pageMeta({ title: "Runs" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  const args = { request, context };
  const [runs, recent] = await Promise.all([
    listReaders(args, viewer).runs(),
    readRecentRuns(args, viewer),
  ]);
  return { runs, recent };
}

export default function RunsPage() {
  const { runs, recent } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Runs">
      <Alarms recent={recent} />
      <RunList rows={runs} />
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Runs" message="The runs could not be loaded" />;
}
