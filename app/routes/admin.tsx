import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading, SectionLabel } from "~/app/components/section-label";
import { BlockRow } from "~/app/features/admin/block-row";
import { ListSection } from "~/app/features/admin/list-section";
import { loadLists, loadListsWhole } from "~/app/features/admin/load-lists.server";
import { PairingRow } from "~/app/features/admin/pairing-row";
import { ReportRow } from "~/app/features/admin/report-row";
import { RunRow } from "~/app/features/admin/run-row";
import { RunsOverview } from "~/app/features/admin/runs-overview";
import { BLOCK_SORTS, PAIRING_SORTS, REPORT_SORTS } from "~/app/features/admin/sorts";
import { type ClientActionFunctionArgs, useLoaderData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { data } from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { toRefusal } from "~/app/lib/refusal.server";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { requireAdminSession } from "~/app/lib/session.server";
import { offlineAnswer, surviveOffline } from "~/app/lib/survive-offline";
import { updateReportSchema } from "~/core/admin/schemas";
import { parseInput } from "~/core/shared/parse";

const UPDATE_FAILED = "Failed to update the report";

export const meta: MetaFunction = () => pageMeta({ title: "Admin Dashboard" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  const asked = { request, context };
  return isScriptNavigation(request) ? loadLists(asked, viewer) : loadListsWhole(asked, viewer);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  const form = Object.fromEntries(await readFields(request, ["reportId", "status"]));
  try {
    const { status } = parseInput(updateReportSchema, form);
    const reportId = String(form.reportId ?? "");
    await context.services.admin.updateReport(viewer, { reportId, status });
    return data({ error: undefined }, { status: 200 });
  } catch (error) {
    const refusal = toRefusal(error, UPDATE_FAILED, { request, context });
    return data({ error: refusal.message }, { status: refusal.status });
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return surviveOffline(serverAction<typeof action>, offlineAnswer({ error: UPDATE_FAILED }));
}

export default function AdminPage() {
  const { pairings, blocks, reports, runs, recentRuns } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex flex-col gap-14 py-10 sm:py-14">
      <PageHeading>Admin Dashboard</PageHeading>
      <RunsOverview recent={recentRuns} />
      <ListSection
        list="pairings"
        title="Current Pairings"
        noun="pairing"
        empty="No active pairings found."
        sorts={PAIRING_SORTS}
        rows={pairings}
        rowKey={(pairing) => pairing.pairing_id}
        renderRow={(pairing) => <PairingRow pairing={pairing} />}
      />
      <ListSection
        list="blocks"
        title="Blocked Users"
        noun="blocked user"
        empty="No blocked users found."
        sorts={BLOCK_SORTS}
        rows={blocks}
        rowKey={(block) => block.block_id}
        renderRow={(block) => <BlockRow block={block} />}
      />
      <ListSection
        list="reports"
        title="Reports"
        noun="report"
        empty="No reports found."
        sorts={REPORT_SORTS}
        rows={reports}
        rowKey={(report) => report.report_id}
        renderRow={(report) => <ReportRow report={report} />}
      />
      <ListSection
        list="runs"
        title="Pairing Runs"
        noun="run"
        empty="No pairing runs found."
        rows={runs}
        rowKey={(run) => run.run_id}
        renderRow={(run) => <RunRow run={run} />}
      />
      <section aria-labelledby="admin-actions">
        <SectionLabel id="admin-actions">Admin Actions</SectionLabel>
        <p className="py-6 text-ink-muted">
          Additional admin features will appear here in future updates.
        </p>
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Admin Dashboard" message="The dashboard could not be loaded" />;
}
