import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Link,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { useCallback, useState } from "react";
import { cx } from "~/app/components/cx";
import { LoadFailure } from "~/app/components/load-failure";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { Inbox } from "~/app/features/moderation/inbox";
import { type Changes, findNextOpen } from "~/app/features/moderation/next-report";
import { useFocusOnNext } from "~/app/features/moderation/use-focus-on-next";
import { KEYS, useKeys } from "~/app/features/moderation/use-keys";
import {
  NextReportContext,
  type ReportAnswer,
  ReportChangeContext,
} from "~/app/features/moderation/use-report-change";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireConfirmedAdmin } from "~/app/lib/session.server";
import { listReports } from "~/core/moderation/reports";
import { reportsQuerySchema } from "~/core/moderation/schemas";
import { parseInput } from "~/core/shared/parse";

const PAGE_SIZE = 50;

export const meta: MetaFunction = () => pageMeta({ title: "Reports" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireConfirmedAdmin(request, context);
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== "");
  try {
    const query = parseInput(reportsQuerySchema, Object.fromEntries(given));
    const ask = { ...query, evidence: undefined, limit: PAGE_SIZE };
    const reports = await listReports(context.deps, viewer, ask);
    return { reports, error: null, now: Date.now() };
  } catch (error) {
    const refusal = toRefusal(error, "Failed to fetch reports", { request, context });
    return { reports: null, error: refusal.message, now: Date.now() };
  }
}

/** The list is not read again after a decision, so that no row moves under the pointer. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  if (change.formMethod && change.formMethod !== "GET") return false;
  return change.currentUrl.search !== change.nextUrl.search;
}

export default function ReportsPage() {
  const { reports, error, now } = useLoaderData<typeof loader>();
  const [changes, setChanges] = useState<Changes>({});
  /** The report that was resolved last, on its page or in its row. */
  const [resolved, setResolved] = useState<string | null>(null);
  const tell = useCallback((changed: ReportAnswer["changed"]) => {
    if (!changed) return;
    const { report_id, ...change } = changed;
    setChanges((before) => ({ ...before, [report_id]: change }));
    setResolved(change.status === "resolved" ? report_id : null);
  }, []);
  const findNext = useCallback(
    (reportId: string) => findNextOpen(reports ?? [], changes, reportId),
    [reports, changes],
  );
  const { pathname } = useLocation();
  useFocusOnNext(resolved, findNext, pathname);
  const { isHelpShown, hideHelp } = useKeys();
  const isCase = pathname.replace(/\/$/, "") !== "/admin/reports";
  return (
    <DeskPage title="Reports" isFitted>
      {isHelpShown ? <Help onClose={hideHelp} /> : null}
      <ReportChangeContext.Provider value={tell}>
        <NextReportContext.Provider value={findNext}>
          <div className="grid gap-8 lg:min-h-0 lg:flex-1 lg:grid-cols-[min(26rem,38%)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
            {/* A case fills the page of a phone, so the list is hidden there. */}
            <div className={cx("min-w-0 lg:min-h-0", isCase && "hidden lg:block")}>
              {reports ? (
                <Inbox pageSize={PAGE_SIZE} {...{ reports, changes, now }} />
              ) : (
                <p role="alert" className="font-medium text-accent">
                  {error}{" "}
                  <Link to="/admin/reports" className="text-link">
                    Show all
                  </Link>
                </p>
              )}
            </div>
            {/* The key lets another case begin at its top. */}
            <div
              key={pathname}
              className="relative min-w-0 lg:min-h-0 lg:overflow-y-auto lg:overscroll-contain lg:pe-2 lg:pb-8"
            >
              <Outlet />
            </div>
          </div>
        </NextReportContext.Provider>
      </ReportChangeContext.Provider>
    </DeskPage>
  );
}

function Help({ onClose }: { onClose: () => void }) {
  return (
    <section aria-label="Keys" className="rounded-lg border border-rule bg-paper-raised p-5">
      <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        {KEYS.map(({ key, does }) => (
          <div key={key} className="flex items-baseline gap-3">
            <dt>
              <kbd className="rounded-sm border border-rule-strong px-1.5 font-semibold">{key}</kbd>
            </dt>
            <dd className="text-ink-soft">{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose} className="text-link mt-3 min-h-11 text-sm">
        Hide
      </button>
    </section>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Reports" message="The reports could not be loaded" />;
}
