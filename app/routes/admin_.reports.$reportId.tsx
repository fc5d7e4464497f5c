import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useRouteError } from "@remix-run/react";
import { z } from "zod";
import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { ErrorBox } from "~/app/components/empty-state";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { ActionList } from "~/app/features/moderation/action-list";
import {
  OUTCOME_WORDS,
  REASON_WORDS,
  STANDING_TONES,
  STANDING_WORDS,
} from "~/app/features/moderation/action-words";
import { formatWait, isLate } from "~/app/features/moderation/age";
import {
  DECIDE_FAILED,
  DECIDE_INTENT,
  nextCasePath,
  REOPEN_INTENT,
} from "~/app/features/moderation/decision";
import { DECISION_FORM_ID, DecisionForm, toAction } from "~/app/features/moderation/decision-form";
import { Evidence, reportedWords } from "~/app/features/moderation/evidence";
import { readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { failToLoad, toRefusal } from "~/app/lib/refusal.server";
import { requireAdminSession, requireConfirmedAdmin } from "~/app/lib/session.server";
import { countUse } from "~/core/accounts/session";
import { decideCase } from "~/core/moderation/actions";
import { listCases, openCase, updateReport } from "~/core/moderation/reports";
import { actionSchema, markedSchema, updateReportSchema } from "~/core/moderation/schemas";
import { ANSWER_WITHIN_MS, REPORT_OUTCOMES } from "~/core/shared/constants";
import type { AdminMemberPageDto, AdminReportDto } from "~/core/shared/contract";
import { formatDuration } from "~/core/shared/duration";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Report" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer } = await requireConfirmedAdmin(request, context);
  const reportId = params.reportId ?? "";
  const opened = await openCase(context.deps, viewer, { reportId }).catch((error: unknown) =>
    failToLoad(error, "The report could not be loaded", { request, context }),
  );
  return { ...opened, reportId, now: Date.now() };
}

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireAdminSession(args.request, args.context);
  const form = await readForm(args.request, {
    [DECIDE_INTENT]: actionSchema.safeExtend({ marked: markedSchema }),
    [REOPEN_INTENT]: z.object({ marked: markedSchema }),
  });
  const { intent, fields } = form;
  try {
    await countUse(deps, viewer, "adminWrites");
    const { marked } = parseInput(z.object({ marked: markedSchema }), fields);
    if (intent === REOPEN_INTENT) {
      for (const reportId of marked) {
        await updateReport(deps, viewer, { reportId, status: "open" });
      }
      return redirect(`/admin/reports/${marked[0]}`);
    }
    const outcome = REPORT_OUTCOMES.find((one) => one === fields.kind);
    const action = outcome ?? parseInput(actionSchema, toAction(fields));
    const { note } = parseInput(updateReportSchema.pick({ note: true }), fields);
    const cases = await listCases(deps, viewer);
    await decideCase(deps, viewer, { marked, action, note: note ?? "" });
    return redirect(nextCasePath(cases, marked, String(fields.kind)));
  } catch (error) {
    return refuse(form, toRefusal(error, DECIDE_FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function ReportPage() {
  const { reports, member, isForOther, reportId, now } = useLoaderData<typeof loader>();
  const opened = reports.find(({ report_id }) => report_id === reportId) as AdminReportDto;
  const marked = reports.filter((one) => isMarkedWith(opened, one));
  return (
    <article className="flex flex-col gap-6" key={reportId}>
      <Link
        to="/admin/reports"
        className="text-link inline-flex min-h-11 items-center self-start lg:hidden"
      >
        All reports
      </Link>
      <Person report={opened} member={member} />
      {reports.map((report) => (
        <Report
          key={report.report_id}
          {...{ report, now }}
          place={marked.indexOf(report)}
          isAlone={marked.length === 1}
        />
      ))}
      {/* While the cookie bar is shown (`asking:`), the decision is not sticky, as there is no space for both. */}
      <Section
        id="decision"
        title="Decision"
        className="lg:-bottom-8 lg:sticky lg:asking:static lg:max-h-[60dvh] lg:overflow-y-auto lg:bg-paper lg:pb-8"
      >
        <div className="mt-3">
          {opened.status === "resolved" ? (
            <Resolved report={opened} />
          ) : isForOther ? (
            <p>You reported this member or met them lately, so another admin decides.</p>
          ) : (
            <DecisionForm
              action={`/admin/reports/${reportId}`}
              report={{
                ...{ reason: opened.reason, note: opened.note },
                quote: marked.map(reportedWords).find((words) => words !== undefined),
                isActedOn: (member?.actions.length ?? 0) > 0,
              }}
              isBarred={member?.standing === "suspended" || member?.standing === "banned"}
              isDeleted={member === null}
            />
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

/**
 * Whether the decision about the opened report covers `one` too. A report for `underage` is decided
 * alone.
 */
function isMarkedWith(opened: AdminReportDto, one: AdminReportDto): boolean {
  if (one.report_id === opened.report_id) return true;
  return opened.reason !== "underage" && one.reason !== "underage";
}

function Person({ report, member }: { report: AdminReportDto; member: AdminMemberPageDto | null }) {
  if (!member) return <h2 className="font-serif text-2xl">{report.reported_name}</h2>;
  const { age, gender, location, bio, standing, reports_about: about, sessions } = member;
  const acted = about.filter(({ outcome }) => outcome === "acted").length;
  const facts = [
    age === null ? "age not known" : `${age} years`,
    gender ?? "gender not specified",
    location,
    `${about.length} ${about.length === 1 ? "report" : "reports"}, ${acted} acted on`,
    `signed in on ${sessions.length} ${sessions.length === 1 ? "device" : "devices"}`,
  ].filter((fact) => fact !== null);
  return (
    <header className="flex flex-col gap-1 [overflow-wrap:anywhere]">
      <h2 className="flex flex-wrap items-center gap-3 font-serif text-2xl">
        <Link to={`/admin/members/${member.user_id}`} className="text-link">
          <bdi>{member.name}</bdi>
        </Link>
        <span className="font-sans">
          <Badge tone={STANDING_TONES[standing]}>{STANDING_WORDS[standing]}</Badge>
        </span>
      </h2>
      <p className="text-ink-soft text-sm">
        {facts.join(" · ")} · joined <LocalTime instant={member.created_at} />
      </p>
      {bio ? <p className="line-clamp-2 text-ink-muted text-sm">{bio}</p> : null}
    </header>
  );
}

interface ReportProps {
  report: AdminReportDto;
  /**
   * The index among the reports that the decision covers; -1 if the decision leaves this report
   * out.
   */
  place: number;
  isAlone: boolean;
  now: number;
}

function Report({ report, place, isAlone, now }: ReportProps) {
  const { report_id: id, reporter_id, reporter_name } = report;
  const mark = { form: DECISION_FORM_ID, name: `marked[${place}]`, value: id };
  return (
    <Section
      id={`report-${id}`}
      title={
        <span className="flex flex-wrap items-center gap-x-3">
          {isAlone || place < 0 ? null : (
            <input
              type="checkbox"
              {...mark}
              defaultChecked
              aria-label={`Decide about: ${REASON_WORDS[report.reason]}`}
              className="size-5 accent-(--accent)"
            />
          )}
          {REASON_WORDS[report.reason]}
          {report.status === "open" ? <Wait since={report.created_at} now={now} /> : null}
        </span>
      }
    >
      {isAlone && place === 0 ? <input type="hidden" {...mark} /> : null}
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          By{" "}
          {reporter_id === null ? (
            "a member whose name is not shown, because the report is about you"
          ) : (
            <Link to={`/admin/members/${reporter_id}`} className="text-link font-medium">
              <bdi>{reporter_name}</bdi>
            </Link>
          )}
          , <LocalTime instant={report.created_at} withTime />.{" "}
          <a href={`/admin/reports/${id}/export`} className="text-link">
            Download case
          </a>
          {place < 0 ? (
            <>
              {". "}
              <Link to={`/admin/reports/${id}`} className="text-link">
                Decide this one by itself
              </Link>
            </>
          ) : null}
        </p>
        {report.details ? (
          <blockquote className="whitespace-pre-line border-accent border-s-2 ps-4 font-serif text-lede [overflow-wrap:anywhere]">
            {report.details}
          </blockquote>
        ) : null}
        <Evidence report={report} />
      </div>
    </Section>
  );
}

function Wait({ since, now }: { since: string; now: number }) {
  const late = isLate(since, now);
  return (
    <span className={late ? "font-semibold text-accent" : "text-ink-muted"}>
      {formatWait(since, now)} old, {late ? "past the " : "of "}
      {formatDuration(ANSWER_WITHIN_MS)}
    </span>
  );
}

function Resolved({ report }: { report: AdminReportDto }) {
  return (
    <Form method="post" className="flex flex-col items-start gap-4">
      <p>
        {OUTCOME_WORDS[report.outcome ?? "no_breach"]}
        {report.resolved_at ? (
          <>
            , <LocalTime instant={report.resolved_at} withTime />
          </>
        ) : null}
        . The reporter sees this, and nothing more. What was decided about the member stays until it
        is lifted.
      </p>
      {report.note ? (
        <p className="whitespace-pre-line text-ink-muted [overflow-wrap:anywhere]">
          Note: {report.note}
        </p>
      ) : null}
      <input type="hidden" name="marked[0]" value={report.report_id} />
      <Button type="submit" name="intent" value={REOPEN_INTENT} variant="secondary" size="sm">
        Open again
      </Button>
    </Form>
  );
}

export function ErrorBoundary() {
  const error = useRouteError() as { data?: unknown };
  const message = typeof error?.data === "string" ? error.data : "The report could not be loaded";
  return <ErrorBox message={message} />;
}
