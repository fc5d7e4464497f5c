import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Link,
  useFetcher,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useContext } from "react";
import { z } from "zod";
import { Badge } from "~/app/components/badge";
import { Button, buttonClasses } from "~/app/components/button";
import { ErrorBox } from "~/app/components/empty-state";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { ActionList } from "~/app/features/moderation/action-list";
import {
  REASON_WORDS,
  STANDING_TONES,
  STANDING_WORDS,
} from "~/app/features/moderation/action-words";
import { formatWait, isLate } from "~/app/features/moderation/age";
import { DECIDE_FAILED, DECIDE_INTENT } from "~/app/features/moderation/decision";
import { decisionFields, toAction } from "~/app/features/moderation/decision.server";
import { DecisionForm } from "~/app/features/moderation/decision-form";
import { Evidence } from "~/app/features/moderation/evidence";
import { REOPEN, UndoForm, undoKey } from "~/app/features/moderation/undo-form";
import { NEXT_REPORT_ID } from "~/app/features/moderation/use-focus-on-next";
import {
  NextReportContext,
  type ReportAnswer,
  useReportForm,
} from "~/app/features/moderation/use-report-change";
import type { ShellData } from "~/app/features/shell/types";
import { readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireAdminSession, requireConfirmedAdmin } from "~/app/lib/session.server";
import { countUse } from "~/core/accounts/session";
import { decideReport } from "~/core/moderation/actions";
import { claimReport, openCase, updateReport } from "~/core/moderation/reports";
import { actionSchema, updateReportSchema } from "~/core/moderation/schemas";
import { ANSWER_WITHIN_MS } from "~/core/shared/constants";
import type { AdminMemberPageDto, AdminReportDto } from "~/core/shared/contract";
import { formatDuration } from "~/core/shared/duration";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Report" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer } = await requireConfirmedAdmin(request, context);
  const reportId = params.reportId ?? "";
  try {
    const { report, member } = await openCase(context.deps, viewer, { reportId });
    return { report, member, now: Date.now() };
  } catch (error) {
    const refusal = toRefusal(error, "The report could not be loaded", { request, context });
    throw new Response(refusal.message, { status: refusal.status });
  }
}

const CLAIM_INTENT = "claim";
const RELEASE_INTENT = "release";
const CLAIM_FAILED = "The report could not be taken on";

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireAdminSession(args.request, args.context);
  const form = await readForm(args.request, {
    [DECIDE_INTENT]: decisionFields,
    [REOPEN.intent]: z.object({}),
    [CLAIM_INTENT]: z.object({}),
    [RELEASE_INTENT]: z.object({}),
  });
  const { intent, fields } = form;
  const reportId = args.params.reportId ?? "";
  const isOfClaim = intent === CLAIM_INTENT || intent === RELEASE_INTENT;
  try {
    await countUse(deps, viewer, "adminWrites");
    if (isOfClaim) {
      const claim = { reportId, isClaimed: intent === CLAIM_INTENT };
      return { changed: toChange(await claimReport(deps, viewer, claim)) };
    }
    if (intent === REOPEN.intent) {
      const changed = await updateReport(deps, viewer, { reportId, status: "open" });
      return { changed: toChange(changed), message: "The report is open again" };
    }
    const action = fields.kind === "none" ? null : parseInput(actionSchema, toAction(fields));
    const { note } = parseInput(updateReportSchema.pick({ note: true }), fields);
    const decision = { reportId, action, note: note ?? "" };
    const changed = await decideReport(deps, viewer, decision);
    const message = action ? "Done. The report is resolved." : "Resolved: no breach found";
    return { changed: toChange(changed), message };
  } catch (error) {
    return refuse(form, toRefusal(error, isOfClaim ? CLAIM_FAILED : DECIDE_FAILED, args));
  }
}

const toChange = ({ report_id, status, outcome, claimed_by, claimed_name }: AdminReportDto) => ({
  ...{ report_id, status, outcome, claimed_by, claimed_name },
});

export { clientAction } from "~/app/lib/offline-fallback";

export default function ReportPage() {
  const { report, member, now } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const path = `/admin/reports/${report.report_id}`;
  // Both forms go when the report changes, so the page tells of the change.
  const fetcher = useFetcher<ReportAnswer>({ key: `decide ${report.report_id}` });
  const form = useReportForm(fetcher, { intent: DECIDE_INTENT, offline: DECIDE_FAILED });
  const undo = useFetcher<ReportAnswer>({ key: undoKey(report.report_id) });
  useReportForm(undo, { ...REOPEN, notifies: true });
  return (
    <article className="flex flex-col gap-8" key={report.report_id}>
      <Link
        to={`/admin/reports${search}`}
        className="text-link inline-flex min-h-11 items-center self-start lg:hidden"
      >
        All reports
      </Link>
      <CaseHead report={report} member={member} now={now} />
      <Section id="evidence" title="Evidence">
        <div className="mt-4">
          <Evidence report={report} />
        </div>
      </Section>
      <Section id="decision" title="Decision">
        <div className="mt-5">
          {report.status === "open" ? (
            <DecisionForm
              {...{ form, fetcher }}
              action={path}
              reportReason={report.reason}
              isBarred={member?.standing === "suspended" || member?.standing === "banned"}
              isDeleted={member === null}
              note={report.note}
            />
          ) : (
            <Resolved report={report} />
          )}
        </div>
      </Section>
      {member && member.actions.length > 0 ? (
        <Section id="before" title="Decisions about this member">
          <ActionList actions={member.actions} />
        </Section>
      ) : null}
    </article>
  );
}

interface Case {
  report: AdminReportDto;
  member: AdminMemberPageDto | null;
}

function CaseHead({ report, member, now }: Case & { now: number }) {
  const isOpen = report.status === "open";
  const others = member ? member.reports_about.length - 1 : 0;
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={isOpen ? "accent" : "neutral"}>{isOpen ? "Open" : "Resolved"}</Badge>
        <h2 className="font-serif text-2xl">{REASON_WORDS[report.reason]}</h2>
        {isOpen ? <Wait since={report.created_at} now={now} /> : null}
      </div>
      <p className="text-ink-soft [overflow-wrap:anywhere]">
        About <Name id={member?.user_id} name={report.reported_name} />
        {member ? (
          <>
            {" "}
            <Badge tone={STANDING_TONES[member.standing]}>{STANDING_WORDS[member.standing]}</Badge>
            {others > 0 ? (
              <>
                {" "}
                <Link to={`/admin/reports?reported=${member.user_id}`} className="text-link">
                  {others} other {others === 1 ? "report" : "reports"}
                </Link>{" "}
                about them.
              </>
            ) : null}
          </>
        ) : null}
        <br />
        By{" "}
        {report.reporter_id === null ? (
          "a member whose name is not shown, because the report is about you"
        ) : (
          <Name id={report.reporter_id} name={report.reporter_name} />
        )}
        , <LocalTime instant={report.created_at} withTime />
      </p>
      {report.details ? (
        <blockquote className="whitespace-pre-line border-accent border-s-2 ps-4 font-serif text-lede [overflow-wrap:anywhere]">
          {report.details}
        </blockquote>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {isOpen ? <Claim report={report} /> : null}
        <a
          href={`/admin/reports/${report.report_id}/export`}
          className={buttonClasses({ variant: "secondary", size: "sm" })}
        >
          Download case
        </a>
      </div>
    </header>
  );
}

/** The age of an open report, beside the time limit for its answer. */
function Wait({ since, now }: { since: string; now: number }) {
  const late = isLate(since, now);
  return (
    <p className={late ? "font-semibold text-accent" : "text-ink-muted"}>
      {formatWait(since, now)} old, {late ? "past the " : "of "}
      {formatDuration(ANSWER_WITHIN_MS)}
    </p>
  );
}

/** Claims the case, so that other admins see who works on it. Each of them can still decide it. */
function Claim({ report }: { report: AdminReportDto }) {
  const { report_id, claimed_by: by, claimed_name: name } = report;
  const { user } = useRouteLoaderData<ShellData>("root") ?? {};
  const fetcher = useFetcher<ReportAnswer>({ key: `claim ${report_id}` });
  const isOwn = by !== null && by === user?.user_id;
  const intent = isOwn ? RELEASE_INTENT : CLAIM_INTENT;
  const form = useReportForm(fetcher, { intent, offline: CLAIM_FAILED, notifies: true });
  return (
    <fetcher.Form
      {...form.props}
      action={`/admin/reports/${report_id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <input type="hidden" name="intent" value={intent} />
      {by === null ? null : (
        <p className="text-ink-soft">
          {isOwn ? (
            "You have taken this case."
          ) : (
            <>
              <bdi>{name}</bdi> has taken this case.
            </>
          )}
        </p>
      )}
      <Button type="submit" variant="secondary" size="sm" pending={form.isBusy}>
        {isOwn ? "Give it back" : by === null ? "Take this case" : "Take it over"}
      </Button>
    </fetcher.Form>
  );
}

function Name({ id, name }: { id: string | undefined; name: string | null }) {
  if (id === undefined) return <bdi>{name}</bdi>;
  return (
    <Link to={`/admin/members/${id}`} className="text-link font-medium">
      <bdi>{name}</bdi>
    </Link>
  );
}

function Resolved({ report }: { report: AdminReportDto }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        {report.outcome === "acted" ? "Acted on" : "No breach found"}
        {report.resolved_at ? (
          <>
            , <LocalTime instant={report.resolved_at} withTime />
          </>
        ) : null}
        . The reporter sees this, and nothing more.
        {report.outcome === "acted"
          ? " Undo opens the report again; the decision about the member stays until it is lifted."
          : null}
      </p>
      {report.note ? (
        <p className="whitespace-pre-line text-ink-muted [overflow-wrap:anywhere]">
          Note: {report.note}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        <UndoForm reportId={report.report_id} />
        <NextReport reportId={report.report_id} />
      </div>
    </div>
  );
}

/** The link to the next report. If the list is visible, its row of the same report has the focus instead. */
function NextReport({ reportId }: { reportId: string }) {
  const next = useContext(NextReportContext)(reportId);
  const { search } = useLocation();
  if (next === null) return <p className="text-ink-muted">No open report is left in this list.</p>;
  return (
    <Link id={NEXT_REPORT_ID} to={`/admin/reports/${next}${search}`} className="text-link">
      Next open report
    </Link>
  );
}

export function ErrorBoundary() {
  const error = useRouteError() as { data?: unknown };
  const message = typeof error?.data === "string" ? error.data : "The report could not be loaded";
  return <ErrorBox message={message} />;
}
