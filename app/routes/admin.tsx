import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import { DeskPage } from "~/app/features/admin/desk-page";
import {
  FailingJobs,
  SEND_JOBS_INTENT,
  type SendJobsAnswer,
} from "~/app/features/admin/failing-jobs";
import { BlockList, PairingList, RunList } from "~/app/features/admin/lists";
import { loadAllLists, loadLists } from "~/app/features/admin/load-lists.server";
import { NewAccounts } from "~/app/features/admin/new-accounts";
import {
  NextRun,
  type NextRunAnswer,
  PREVIEW_INTENT,
  RUN_INTENT,
} from "~/app/features/admin/next-run";
import { PairingRow } from "~/app/features/admin/pairing-row";
import { RunsOverview } from "~/app/features/admin/runs-overview";
import { submitForms } from "~/app/lib/forms";
import { acceptForm, asAdmin, defineForms, memberForm, NO_FIELDS } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { requireAdminSession } from "~/app/lib/session.server";

const FAILED = { fallback: "The run could not be made" } as const;
const FORMS = {
  [PREVIEW_INTENT]: FAILED,
  [RUN_INTENT]: FAILED,
  [SEND_JOBS_INTENT]: { fallback: "The jobs could not be sent again" },
} as const;

export const meta: MetaFunction = () => pageMeta({ title: "Admin Dashboard" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(args.request, args.context);
  return isScriptNavigation(args.request) ? loadLists(args, viewer) : loadAllLists(args, viewer);
}

export const action = defineForms(
  { words: FORMS, guard: asAdmin },
  {
    [PREVIEW_INTENT]: memberForm({
      bound: "adminWrites",
      schema: NO_FIELDS,
      async run({ context, viewer }) {
        const preview = await context.services.pairings.previewTrigger(viewer);
        return acceptForm<NextRunAnswer>({ preview });
      },
    }),
    [RUN_INTENT]: memberForm({
      bound: "adminWrites",
      schema: NO_FIELDS,
      async run({ context, viewer }) {
        const { message } = await context.services.pairings.triggerPairings(viewer);
        return acceptForm<NextRunAnswer>({ message });
      },
    }),
    [SEND_JOBS_INTENT]: memberForm({
      bound: "adminWrites",
      schema: NO_FIELDS,
      async run({ context, viewer }) {
        await context.services.jobs.sendJobsAgain(viewer);
        const message = "Sent again. They are tried within ten minutes.";
        return acceptForm<SendJobsAnswer>({ message });
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function AdminPage() {
  const { pairings, blocks, runs, recentRuns, failingJobs, accounts } =
    useLoaderData<typeof loader>();
  return (
    <DeskPage title="Admin Dashboard">
      <div className="flex flex-col gap-14">
        <RunsOverview recent={recentRuns} />
        <FailingJobs jobs={failingJobs} />
        <PairingList rows={pairings} renderRow={(pairing) => <PairingRow pairing={pairing} />} />
        <BlockList rows={blocks} />
        <RunList rows={runs} />
        <NewAccounts accounts={accounts} />
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
