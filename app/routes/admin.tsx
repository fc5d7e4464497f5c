import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LoadFailure } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import { BlockRow } from "~/app/features/moderation/block-row";
import { DeskPage } from "~/app/features/moderation/desk-page";
import {
  FailingJobs,
  SEND_JOBS_FAILED,
  SEND_JOBS_INTENT,
} from "~/app/features/operations/failing-jobs";
import { ListSection } from "~/app/features/operations/list-section";
import { loadAllLists, loadLists } from "~/app/features/operations/load-lists.server";
import { PairingRow } from "~/app/features/operations/pairing-row";
import { Numbers, Waiting } from "~/app/features/operations/today";
import { readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { requireAdminSession } from "~/app/lib/session.server";
import { countUse } from "~/core/accounts/session";
import { sendJobsAgain } from "~/core/operations/parked";

export const meta: MetaFunction = () => pageMeta({ title: "Admin Dashboard" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(args.request, args.context);
  return isScriptNavigation(args.request) ? loadLists(args, viewer) : loadAllLists(args, viewer);
}

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireAdminSession(args.request, args.context);
  const form = await readForm(args.request, { [SEND_JOBS_INTENT]: z.object({}) });
  try {
    await countUse(deps, viewer, "adminWrites");
    await sendJobsAgain(deps, viewer);
    return { done: "Sent again. They are tried within ten minutes." };
  } catch (error) {
    return refuse(form, toRefusal(error, SEND_JOBS_FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function AdminPage() {
  const { pairings, blocks, recentRuns, numbers, failingJobs } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Admin Dashboard">
      <Waiting recent={recentRuns} />
      <FailingJobs jobs={failingJobs} />
      <Numbers numbers={numbers} />
      <ListSection
        list="pairings"
        title="Current Pairings"
        noun="pairing"
        empty="No active pairings found."
        rows={pairings}
        rowKey={({ pairing_id }) => pairing_id}
        renderRow={(pairing) => <PairingRow pairing={pairing} />}
      />
      <ListSection
        list="blocks"
        title="Blocked Users"
        noun="blocked user"
        empty="No blocked users found."
        rows={blocks}
        rowKey={({ block_id }) => block_id}
        renderRow={(block) => <BlockRow block={block} />}
      />
      <Section id="admin-actions" title="Admin Actions">
        <p className="py-6 text-ink-muted">
          Additional admin features will appear here in future updates.
        </p>
      </Section>
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Admin Dashboard" message="The dashboard could not be loaded" />;
}
