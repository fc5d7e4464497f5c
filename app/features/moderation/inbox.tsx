import {
  Form,
  Link,
  NavLink,
  useLocation,
  useRouteLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { countWords } from "~/app/components/count";
import { cx } from "~/app/components/cx";
import { useRegionStyle } from "~/app/components/local-time";
import { SelectField } from "~/app/components/select-field";
import { TextField } from "~/app/components/text-field";
import type { ShellData } from "~/app/features/shell/types";
import { formatCalendarDate } from "~/app/lib/format-local";
import { ANSWER_WITHIN_MS } from "~/core/shared/constants";
import type { AdminReportDto } from "~/core/shared/contract";
import { formatDuration } from "~/core/shared/duration";
import { DEFAULT_REGION_STYLE } from "~/core/shared/region-style";
import { REASON_OPTIONS, REASON_WORDS } from "./action-words";
import { formatWait, isLate } from "./age";
import type { Changes } from "./next-report";
import { UndoForm } from "./undo-form";

interface InboxProps {
  reports: AdminReportDto[];
  /** The length of a page. If a page is full, there may be another one. */
  pageSize: number;
  changes: Changes;
  now: number;
}

/**
 * The reports, most urgent first, in a scrolling column beside a case. The row of a resolved report keeps its place,
 * with Undo, until the admin leaves the list.
 */
export function Inbox({ reports, pageSize, changes, now }: InboxProps) {
  const [search] = useSearchParams();
  const last = reports.at(-1);
  const next = new URLSearchParams(search);
  if (last) next.set("before", last.report_id);
  const suffix = search.size > 0 ? `?${search}` : "";
  return (
    <div className="flex flex-col gap-2 lg:h-full">
      <Summary now={now} />
      <Filters />
      {reports.length === 0 ? (
        <p className="py-6 text-ink-muted">
          {isFiltered(search) ? "Nothing matches." : "No reports found."}
        </p>
      ) : (
        // Positioned, so that the list's visually hidden texts are placed within it and do not lengthen the page.
        <div className="relative lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:overscroll-contain lg:pe-2 lg:pb-8">
          <ol aria-label="Reports" className="flex flex-col">
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
          {reports.length === pageSize ? (
            <Link
              to={`/admin/reports?${next}`}
              className="text-link inline-flex min-h-11 items-center self-start"
            >
              More reports
            </Link>
          ) : null}
        </div>
      )}
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
  return (
    <li
      className={cx(
        "flex h-11 items-center border-rule border-b",
        !isOpen && isChanged && "bg-paper-sunken",
      )}
    >
      <NavLink
        to={`/admin/reports/${report.report_id}${suffix}`}
        data-report={report.report_id}
        className={({ isActive }) =>
          cx(
            "flex min-h-11 min-w-0 flex-1 items-center gap-2.5 border-s-2 px-2.5 text-sm no-underline outline-offset-[-3px] hover:bg-paper-sunken",
            isActive ? "border-accent bg-paper-raised" : "border-transparent",
            !isOpen && "text-ink-muted",
          )
        }
      >
        <span className="shrink-0 font-semibold">{REASON_WORDS[report.reason]}</span>
        <span className="relative min-w-0 flex-1 truncate text-ink-soft">
          <bdi>{report.reported_name}</bdi>
          <span className="sr-only">
            , reported by <bdi>{report.reporter_name ?? "a member"}</bdi>
          </span>
        </span>
        {isOpen ? <OpenState {...{ report, now }} /> : <Outcome report={report} />}
      </NavLink>
      {isChanged && !isOpen ? <UndoForm reportId={report.report_id} hears={!isCaseOpen} /> : null}
    </li>
  );
}

/** The waiting time of an open report, and the admin who has claimed it. */
function OpenState({ report, now }: { report: AdminReportDto; now: number }) {
  const late = isLate(report.created_at, now);
  return (
    <>
      {report.is_repeat ? <Badge tone="warning">Repeat</Badge> : null}
      <ClaimMark report={report} />
      <span
        className={cx(
          "shrink-0 text-xs tabular-nums",
          late ? "font-semibold text-accent" : "text-ink-muted",
        )}
      >
        {late ? <span className="sr-only">Late: </span> : null}
        {formatWait(report.created_at, now)}
      </span>
    </>
  );
}

function Outcome({ report: { outcome } }: { report: AdminReportDto }) {
  return (
    <Badge tone={outcome === "acted" ? "success" : "neutral"}>
      {outcome === "acted" ? "Acted on" : "No breach"}
    </Badge>
  );
}

/** The admin who has claimed a report. */
function ClaimMark({ report }: { report: AdminReportDto }) {
  const { user } = useRouteLoaderData<ShellData>("root") ?? {};
  const { claimed_by: by, claimed_name: name } = report;
  if (by === null) return null;
  return (
    <Badge tone={by === user?.user_id ? "success" : "neutral"}>
      {by === user?.user_id ? "Yours" : <bdi className="max-w-24 truncate">{name}</bdi>}
    </Badge>
  );
}

/** The count of open reports, as in the tab, and the age of the oldest beside the time limit for its answer. */
function Summary({ now }: { now: number }) {
  const { waiting } = useRouteLoaderData<ShellData>("root") ?? {};
  if (!waiting) return null;
  const { reports, oldest } = waiting;
  if (oldest === null) return <p className="text-ink-muted">Nothing is open.</p>;
  const late = isLate(oldest, now);
  return (
    <p className="text-ink-soft text-sm">
      <span className="font-semibold text-ink tabular-nums">{countWords(reports)} open.</span> The
      oldest has waited{" "}
      <span className={cx("tabular-nums", late && "font-semibold text-accent")}>
        {formatWait(oldest, now)}
      </span>
      {late
        ? `, more than the ${formatDuration(ANSWER_WITHIN_MS)} we promise.`
        : `, of ${formatDuration(ANSWER_WITHIN_MS)}.`}
    </p>
  );
}

const STATUS_WORDS: Record<string, string> = { open: "Open", resolved: "Resolved" };

const DAYS = [
  { name: "from", label: "Made from" },
  { name: "to", label: "Made until" },
];

/** The names of the filters that are set. The form also sends empty fields, so these are skipped. */
function nameFilters(search: URLSearchParams, style = DEFAULT_REGION_STYLE): string[] {
  const { status, reason, from, to, repeat, reported } = Object.fromEntries(search);
  return [
    status && (STATUS_WORDS[status] ?? status),
    reason && (REASON_OPTIONS.find(({ value }) => value === reason)?.label ?? reason),
    from && `from ${formatCalendarDate(from, style)}`,
    to && `until ${formatCalendarDate(to, style)}`,
    repeat && "reported before",
    reported && "one member",
  ].filter((name): name is string => Boolean(name));
}

const isFiltered = (search: URLSearchParams) => nameFilters(search).length > 0;

const SELECTS = [
  {
    name: "status",
    label: "State",
    options: [
      { value: "", label: "All, open first" },
      ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
    ],
  },
  {
    name: "reason",
    label: "Reason",
    options: [{ value: "", label: "Every reason" }, ...REASON_OPTIONS],
  },
];

function Filters() {
  const [search] = useSearchParams();
  const style = useRegionStyle();
  return (
    <div className="relative flex items-start gap-4 border-rule border-y lg:max-h-[60%] lg:shrink-0 lg:overflow-y-auto">
      {/* A new search folds the filters, so that the rows have the room. */}
      <details key={search.toString()} className="min-w-0 flex-1">
        <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <span className="font-semibold">Filters</span>
          <span className="min-w-0 truncate text-ink-soft">
            {nameFilters(search, style).join(", ")}
          </span>
        </summary>
        <FilterForm search={search} />
      </details>
      {isFiltered(search) ? (
        <Link
          to="/admin/reports"
          className="text-link inline-flex min-h-11 shrink-0 items-center text-sm"
        >
          Show all
        </Link>
      ) : null}
    </div>
  );
}

function FilterForm({ search }: { search: URLSearchParams }) {
  const reported = search.get("reported");
  return (
    <Form action="/admin/reports" className="flex flex-col gap-3 pt-2 pb-4">
      <div className="grid grid-cols-2 gap-3">
        {SELECTS.map((select) => (
          <SelectField key={select.name} {...select} defaultValue={search.get(select.name) ?? ""} />
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
      <Button type="submit" variant="secondary" size="sm" className="self-start">
        Apply
      </Button>
    </Form>
  );
}
