import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Form,
  Link,
  NavLink,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useRouteLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { countWords } from "~/app/components/count";
import { cx } from "~/app/components/cx";
import { LoadFailure } from "~/app/components/load-failure";
import { OUTCOME_WORDS, REASON_WORDS } from "~/app/features/moderation/action-words";
import { formatWait, isLate } from "~/app/features/moderation/age";
import { DONE_WORDS, isUndoable, REOPEN_INTENT } from "~/app/features/moderation/decision";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { useKeys } from "~/app/features/moderation/use-keys";
import type { ShellData } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import { failToLoad } from "~/app/lib/refusal.server";
import { requireConfirmedAdmin } from "~/app/lib/session.server";
import { type CaseRowDto, listCases, listReports } from "~/core/moderation/reports";
import { ANSWER_WITHIN_MS, CASE_REPORTS_MAX } from "~/core/shared/constants";
import type { AdminReportDto } from "~/core/shared/contract";
import { formatDuration } from "~/core/shared/duration";

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

/** Opening another case, or a refused form, doesn't load the list again. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod = "GET", actionStatus = 200, currentUrl, nextUrl } = change;
  return formMethod === "GET" ? currentUrl.search !== nextUrl.search : actionStatus < 400;
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
        {/* On a phone a case needs the whole page, so the list is hidden. */}
        <div className={cx("min-w-0 lg:min-h-0", isCase && "hidden lg:block")}>
          <Inbox {...list} />
        </div>
        {/* The key makes each case start at its top, without the scroll position of the
            previous case. */}
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

const PLACES = [
  { to: "/admin/reports", label: "Open", isResolved: false },
  { to: "/admin/reports?status=resolved", label: "Resolved", isResolved: true },
];

interface InboxProps {
  cases: CaseRowDto[];
  /** The newest resolved reports, shown in place of the cases; null to show the cases. */
  resolved: AdminReportDto[] | null;
  more: string | null;
  now: number;
}

function Inbox({ cases, resolved, more, now }: InboxProps) {
  const isEmpty = (resolved ?? cases).length === 0;
  return (
    <div className="flex flex-col lg:h-full">
      <p className="flex items-center gap-x-6 border-rule border-b text-sm">
        {PLACES.map(({ to, label, isResolved }) => (
          <Link
            key={to}
            to={to}
            aria-current={isResolved === (resolved !== null) ? "true" : undefined}
            className="inline-flex min-h-11 items-center text-ink-muted aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {label}
          </Link>
        ))}
        {resolved ? null : <Oldest cases={cases} now={now} />}
      </p>
      {isEmpty ? <p className="py-6 text-ink-muted">No reports found.</p> : null}
      {/* `relative` keeps visually hidden texts in the list from making the page longer. */}
      <div className="relative lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:overscroll-contain lg:pe-2 lg:pb-8">
        <ol aria-label="Reports">
          {resolved
            ? resolved.map((report) => (
                <Row
                  key={report.report_id}
                  to={`/admin/reports/${report.report_id}?status=resolved`}
                  {...report}
                  words={report.details ?? ""}
                >
                  <Badge tone={report.outcome === "acted" ? "success" : "neutral"}>
                    {OUTCOME_WORDS[report.outcome ?? "no_breach"]}
                  </Badge>
                </Row>
              ))
            : cases.map((one) => (
                <Row key={one.report_ids[0]} to={`/admin/reports/${one.report_ids[0]}`} {...one}>
                  <OpenState {...{ ...one, now }} />
                </Row>
              ))}
        </ol>
        {more ? (
          <Link to={more} className="text-link inline-flex min-h-11 items-center">
            More reports
          </Link>
        ) : null}
      </div>
    </div>
  );
}

interface RowProps extends Pick<CaseRowDto, "reason" | "reported_name" | "words"> {
  to: string;
  children: React.ReactNode;
}

function Row({ to, reason, reported_name, words, children }: RowProps) {
  return (
    <li className="border-rule border-b">
      <NavLink
        to={to}
        data-case
        className={({ isActive }) =>
          cx(
            "flex h-16 flex-col justify-center gap-0.5 border-s-2 px-2.5 text-sm no-underline outline-offset-[-3px] hover:bg-paper-sunken",
            isActive ? "border-accent bg-paper-raised" : "border-transparent",
          )
        }
      >
        <span className="flex items-center gap-2.5">
          <bdi className="min-w-0 flex-1 truncate font-semibold">{reported_name}</bdi>
          {children}
        </span>
        <span className="truncate text-ink-soft">
          <span className="text-ink">{REASON_WORDS[reason]}</span> {words}
        </span>
      </NavLink>
    </li>
  );
}

function OpenState({
  report_ids,
  is_repeat,
  is_for_other,
  since,
  now,
}: CaseRowDto & { now: number }) {
  const late = isLate(since, now);
  return (
    <>
      {is_for_other ? <Badge>Another admin’s</Badge> : null}
      {report_ids.length > 1 ? (
        <Badge tone="warning">{report_ids.length} reports</Badge>
      ) : is_repeat ? (
        <Badge tone="warning">Repeat</Badge>
      ) : null}
      <span
        className={cx(
          "shrink-0 text-xs tabular-nums",
          late ? "font-semibold text-accent" : "text-ink-muted",
        )}
      >
        {late ? <span className="sr-only">Late: </span> : null}
        {formatWait(since, now)}
      </span>
    </>
  );
}

/** The number of open reports, and a link to the oldest case if that case is late. */
function Oldest({ cases: [first], now }: { cases: CaseRowDto[]; now: number }) {
  const { waiting } = useRouteLoaderData<ShellData>("root") ?? {};
  return (
    <span className="ms-auto text-ink-soft tabular-nums">
      {waiting?.reports ? `${countWords(waiting.reports)} open` : null}
      {first && isLate(first.since, now) ? (
        <>
          {", "}
          <Link to={`/admin/reports/${first.report_ids[0]}`} className="font-semibold text-accent">
            {formatWait(first.since, now)} of {formatDuration(ANSWER_WITHIN_MS)}
          </Link>
        </>
      ) : null}
    </span>
  );
}

/** What was decided in the previous case, with an Undo button if the decision can be undone. */
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
