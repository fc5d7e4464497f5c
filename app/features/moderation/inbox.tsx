import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { countWords } from "~/app/components/count";
import { cx } from "~/app/components/cx";
import { SelectField } from "~/app/components/select-field";
import { TextField } from "~/app/components/text-field";
import { Form, Link, NavLink, useLocation, useSearchParams } from "~/app/framework";
import type { WaitingDto } from "~/core/moderation/reports";
import { ANSWER_WITHIN_MS } from "~/core/shared/constants";
import type { AdminReportDto } from "~/core/shared/contract";
import { formatDuration } from "~/core/shared/duration";
import { REASON_OPTIONS, REASON_WORDS } from "./action-words";
import { formatWait, isLate } from "./age";
import { UndoForm } from "./undo-form";

/** What a report's page changed since the list was read, by report. */
export type Changes = Record<string, Pick<AdminReportDto, "status" | "outcome">>;

interface InboxProps {
  reports: AdminReportDto[];
  /** How many a page has; that many, and there may be more. */
  pageSize: number;
  changes: Changes;
  waiting: WaitingDto;
  now: number;
}

/** The reports, most urgent first. A row that is resolved stays where it is, with Undo, until the list is left. */
export function Inbox({ reports, pageSize, changes, waiting, now }: InboxProps) {
  const [search] = useSearchParams();
  const last = reports.at(-1);
  const next = new URLSearchParams(search);
  if (last) next.set("before", last.report_id);
  const suffix = search.size > 0 ? `?${search}` : "";
  return (
    <div className="flex flex-col gap-4">
      <Summary waiting={waiting} now={now} />
      <Filters />
      {reports.length === 0 ? (
        <p className="py-6 text-ink-muted">
          {isFiltered(search) ? "Nothing matches." : "No reports found."}
        </p>
      ) : (
        <ol aria-label="Reports" className="flex flex-col border-rule border-t">
          {reports.map((report) => (
            <InboxRow
              key={report.report_id}
              report={{ ...report, ...changes[report.report_id] }}
              isChanged={report.report_id in changes}
              suffix={suffix}
              now={now}
            />
          ))}
        </ol>
      )}
      {reports.length === pageSize ? (
        <Link
          to={`/admin/reports?${next}`}
          className="text-link inline-flex min-h-11 items-center self-start"
        >
          More reports
        </Link>
      ) : null}
    </div>
  );
}

function InboxRow({
  report,
  isChanged,
  suffix,
  now,
}: {
  report: AdminReportDto;
  isChanged: boolean;
  suffix: string;
  now: number;
}) {
  const isOpen = report.status === "open";
  const isCaseOpen = useLocation().pathname.endsWith(report.report_id);
  const late = isOpen && isLate(report.created_at, now);
  return (
    <li className={cx("border-rule border-b", !isOpen && isChanged && "bg-paper-sunken")}>
      <NavLink
        to={`/admin/reports/${report.report_id}${suffix}`}
        preventScrollReset
        data-report={report.report_id}
        className={({ isActive }) =>
          cx(
            "block border-s-2 px-3 py-3 no-underline hover:bg-paper-sunken",
            isActive ? "border-accent bg-paper-raised" : "border-transparent",
            !isOpen && "text-ink-muted",
          )
        }
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-serif text-lg leading-tight">{REASON_WORDS[report.reason]}</span>
          <span
            className={cx(
              "shrink-0 text-xs tabular-nums",
              late ? "font-semibold text-accent" : "text-ink-muted",
            )}
          >
            {late ? "Late: " : ""}
            {formatWait(report.created_at, now)}
          </span>
        </span>
        <span className="mt-1 block truncate text-ink-soft text-sm">
          <bdi>{report.reported_name}</bdi>, reported by{" "}
          <bdi>{report.reporter_name ?? "a member"}</bdi>
        </span>
        {isOpen && !report.is_repeat ? null : (
          <span className="mt-1.5 flex flex-wrap gap-2">
            {report.is_repeat ? <Badge tone="warning">Reported before</Badge> : null}
            {isOpen ? null : (
              <Badge tone={report.outcome === "acted" ? "success" : "neutral"}>
                {report.outcome === "acted" ? "Acted on" : "No breach"}
              </Badge>
            )}
          </span>
        )}
      </NavLink>
      {isChanged && !isOpen ? (
        <div className="px-3 pb-3">
          <UndoForm reportId={report.report_id} hears={!isCaseOpen} />
        </div>
      ) : null}
    </li>
  );
}

/** How many wait, and the oldest of them beside the time in which it should be answered. */
function Summary({ waiting: { reports, oldest }, now }: { waiting: WaitingDto; now: number }) {
  if (oldest === null) return <p className="text-ink-muted">Nothing is open.</p>;
  const late = isLate(oldest, now);
  return (
    <p className="text-ink-soft">
      <span className="font-semibold text-ink tabular-nums">{countWords(reports)} open.</span> The
      oldest waits for{" "}
      <span className={cx("tabular-nums", late && "font-semibold text-accent")}>
        {formatWait(oldest, now)}
      </span>
      {late
        ? `, more than the ${formatDuration(ANSWER_WITHIN_MS)} we promise.`
        : `, of ${formatDuration(ANSWER_WITHIN_MS)}.`}
    </p>
  );
}

const DAYS = [
  { name: "from", label: "Made from" },
  { name: "to", label: "Made until" },
];

/** Whether the address narrows the list; a form sends its empty fields too. */
const isFiltered = (search: URLSearchParams) =>
  [...search].some(([name, value]) => name !== "before" && value !== "");

function Filters() {
  const [search] = useSearchParams();
  const reported = search.get("reported");
  const selects = [
    {
      name: "status",
      label: "State",
      options: [
        { value: "", label: "All, open first" },
        { value: "open", label: "Open" },
        { value: "resolved", label: "Resolved" },
      ],
    },
    {
      name: "reason",
      label: "Reason",
      options: [{ value: "", label: "Every reason" }, ...REASON_OPTIONS],
    },
  ];
  return (
    <details
      key={search.toString()}
      open={isFiltered(search)}
      className="border-rule border-y py-1"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between font-semibold text-sm">
        Filters
        {isFiltered(search) ? <span className="text-accent">On</span> : null}
      </summary>
      <Form action="/admin/reports" className="flex flex-col gap-3 pt-2 pb-4">
        <div className="grid grid-cols-2 gap-3">
          {selects.map((select) => (
            <SelectField
              key={select.name}
              {...select}
              defaultValue={search.get(select.name) ?? ""}
            />
          ))}
          {DAYS.map((day) => (
            <TextField
              key={day.name}
              {...day}
              type="date"
              defaultValue={search.get(day.name) ?? ""}
            />
          ))}
        </div>
        <label className="flex min-h-11 items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            name="repeat"
            value="1"
            defaultChecked={search.get("repeat") === "1"}
            className="size-5 accent-ink"
          />
          Members reported before
        </label>
        {reported ? (
          <label className="flex min-h-11 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              name="reported"
              value={reported}
              defaultChecked
              className="size-5 accent-ink"
            />
            About one member only
          </label>
        ) : null}
        <div className="flex items-center gap-5">
          <Button type="submit" variant="secondary" size="sm">
            Apply
          </Button>
          {isFiltered(search) ? (
            <Link to="/admin/reports" className="text-link text-sm">
              Show all
            </Link>
          ) : null}
        </div>
      </Form>
    </details>
  );
}
