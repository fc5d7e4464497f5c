import { LoadFailure } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import { BlockList, PairingList, RunList } from "~/app/features/admin/lists";
import { loadAllLists, loadLists } from "~/app/features/admin/load-lists.server";
import { NextRun, type NextRunAnswer, RUN_INTENT } from "~/app/features/admin/next-run";
import { PairingRow } from "~/app/features/admin/pairing-row";
import { RunsOverview } from "~/app/features/admin/runs-overview";
import { DeskPage } from "~/app/features/desk/desk-page";
import { useLoaderData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { failForm } from "~/app/lib/action-data";
import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { requireAdminSession } from "~/app/lib/session.server";

const RUN_FAILED = "The run could not be made";

export const meta: MetaFunction = () => pageMeta({ title: "Admin Dashboard" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(args.request, args.context);
  return isScriptNavigation(args.request) ? loadLists(args, viewer) : loadAllLists(args, viewer);
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer } = await requireAdminSession(request, context);
  const form = await readFields(request, ["intent"]);
  const { auth, pairings } = context.services;
  return tryForm(args, { fallback: RUN_FAILED }, async () => {
    await auth.countUse(viewer, "adminWrites");
    return acceptForm<NextRunAnswer>(
      form.get("intent") === RUN_INTENT
        ? { message: (await pairings.triggerPairings(viewer)).message }
        : { preview: await pairings.previewTrigger(viewer) },
    );
  });
}

export const clientAction = submitForm(() => failForm(RUN_FAILED));

export default function AdminPage() {
  const { pairings, blocks, runs, recentRuns } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Admin Dashboard">
      <div className="flex flex-col gap-14">
        <RunsOverview recent={recentRuns} />
        <PairingList rows={pairings} renderRow={(pairing) => <PairingRow pairing={pairing} />} />
        <BlockList rows={blocks} />
        <RunList rows={runs} />
        <NextRun />
        <Section id="admin-actions" title="Admin Actions">
          <p className="py-6 text-ink-muted">
            Additional admin features will appear here in future updates.
          </p>
        </Section>
      </div>
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Admin Dashboard" message="The dashboard could not be loaded" />;
}
