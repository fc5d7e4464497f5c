import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Form,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useSearchParams,
} from "@remix-run/react";
import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { LoadFailure } from "~/app/components/load-failure";
import { DONE_WORDS, isUndoable, REOPEN_INTENT } from "~/app/features/moderation/decision";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { Inbox } from "~/app/features/moderation/inbox";
import { useKeys } from "~/app/features/moderation/use-keys";
import { pageMeta } from "~/app/lib/page-meta";
import { failToLoad } from "~/app/lib/refusal.server";
import { requireConfirmedAdmin } from "~/app/lib/session.server";
import { listCases, listReports } from "~/core/moderation/reports";
import { CASE_REPORTS_MAX } from "~/core/shared/constants";

const PAGE_SIZE = 50;
const LOAD_FAILED = "The reports could not be loaded";

export const meta: MetaFunction = () => pageMeta({ title: "Reports" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireConfirmedAdmin(request, context);
  const { deps } = context;
  const search = new URL(request.url).searchParams;
  const fail = (error: unknown) => failToLoad(error, LOAD_FAILED, { request, context });
  const now = Date.now();
  if (search.get("status") !== "resolved") {
    const cases = await listCases(deps, viewer).catch(fail);
    return { cases, resolved: null, more: null, now };
  }
  const ask = { status: "resolved", before: search.get("before") ?? undefined } as const;
  const page = { ...ask, limit: PAGE_SIZE };
  const resolved = await listReports(deps, viewer, page).catch(fail);
  const last = resolved.length === PAGE_SIZE ? resolved.at(-1)?.report_id : undefined;
  const more = last ? `/admin/reports?status=resolved&before=${last}` : null;
  return { cases: [], resolved, more, now };
}

/** A step from case to case doesn't read the list again. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const isPost = change.formMethod !== undefined && change.formMethod !== "GET";
  return isPost || change.currentUrl.search !== change.nextUrl.search;
}

export default function ReportsPage() {
  const list = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  useKeys();
  const isCase = pathname.replace(/\/$/, "") !== "/admin/reports";
  return (
    <DeskPage title="Reports" isFitted>
      <Done />
      <div className="grid gap-8 lg:min-h-0 lg:flex-1 lg:grid-cols-[min(26rem,38%)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        {/* A case fills the page of a phone, so the list is hidden there. */}
        <div className={cx("min-w-0 lg:min-h-0", isCase && "hidden lg:block")}>
          <Inbox {...list} />
        </div>
        {/* The key makes each case start at its top. */}
        <div
          key={pathname}
          className="relative min-w-0 lg:min-h-0 lg:overflow-y-auto lg:overscroll-contain lg:px-1 lg:pb-8"
        >
          <Outlet />
        </div>
      </div>
    </DeskPage>
  );
}

/** What was decided in the case before, with Undo where nothing was taken from the member. */
function Done() {
  const [search] = useSearchParams();
  const did = search.get("did") ?? "";
  const done = (search.get("done") ?? "").split(".").filter((id) => id !== "");
  const marked = done.slice(0, CASE_REPORTS_MAX);
  const words = Object.hasOwn(DONE_WORDS, did) ? DONE_WORDS[did] : undefined;
  return (
    <div role="status">
      {words && marked.length > 0 ? (
        <Form
          method="post"
          action={`/admin/reports/${marked[0]}`}
          className="flex flex-wrap items-center gap-x-4 rounded-md bg-paper-sunken px-4 py-1"
        >
          <p className="flex min-h-11 items-center">{words}</p>
          {marked.map((id, i) => (
            <input key={id} type="hidden" name={`marked[${i}]`} value={id} />
          ))}
          {isUndoable(did) ? (
            <Button type="submit" name="intent" value={REOPEN_INTENT} variant="quiet" size="sm">
              Undo
            </Button>
          ) : null}
        </Form>
      ) : null}
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Reports" message={LOAD_FAILED} />;
}
