import type { ReactNode } from "react";
import { useRegionStyle } from "~/app/components/local-time";
import { REASON_WORDS } from "~/app/features/moderation/action-words";
import { formatCalendarDate, formatMonth } from "~/app/lib/format-local";
import type { MonthNumbers, Transparency } from "~/core/operations/transparency";
import { MS_PER_HOUR } from "~/core/shared/constants";

const KINDS: Record<string, string> = {
  warn: "Warnings",
  suspend: "Suspensions",
  ban: "Bans",
  lift: "Decisions taken back",
};

export function Month({ month, numbers }: Transparency["months"][number]) {
  const { runs, provenRuns, leftOutPercent, medianAnswerMs } = numbers;
  return (
    <section aria-labelledby={month} className="border-rule border-b py-8">
      <h3 id={month} className="font-serif text-2xl">
        {formatMonth(`${month}-01`, "utc")}
      </h3>
      <div className="mt-5 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        <Table caption="Reports, by reason" rows={namedCounts(numbers.reports, REASON_WORDS)} />
        <Table caption="Decisions, by kind" rows={namedCounts(numbers.actions, KINDS)} />
        <Table
          caption="Answers and introductions"
          rows={[
            ["Median time to the first answer", formatSpan(medianAnswerMs)],
            ["Runs, proven to be the largest possible", `${provenRuns} of ${runs}`],
            ["Places left without a partner", formatPercent(leftOutPercent)],
            ["Wait that 99 of 100 places did not exceed", formatNights(numbers.wait)],
            ["Pairs with a language in common", formatPerMille(numbers.sharingPerMille)],
          ]}
        />
        {numbers.groups.length > 0 ? (
          <Table
            caption="Left without a partner, by gender and whom they’d like to meet"
            rows={numbers.groups.map(({ name, leftOutPercent: share }) => [
              nameGroup(name),
              formatPercent(share),
            ])}
          />
        ) : null}
      </div>
    </section>
  );
}

export function Runs({ days }: Pick<Transparency, "days">) {
  const style = useRegionStyle();
  return (
    <div className="overflow-x-auto">
      <table className="mt-4 w-full text-start">
        <thead className="text-ink-muted text-sm">
          <tr className="border-ink border-b">
            {["Date", "In the draw", "Pairs", "Left out", "Repeats", "Largest possible"].map(
              (name) => (
                <th key={name} scope="col" className="py-2 pe-4 align-bottom font-semibold">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {days.map(({ date, run }) => (
            <tr key={date} className="border-rule border-b">
              <th scope="row" className="whitespace-nowrap py-2 pe-4 font-medium">
                {formatCalendarDate(date, style)}
              </th>
              {run ? (
                [
                  ["members", run.members],
                  ["pairs", run.pairs],
                  ["unmatched", run.unmatched],
                  ["repeats", run.repeats],
                  ["proof", run.isProvenMaximum ? "proven" : "not proven"],
                ].map(([name, value]) => (
                  <td key={name} className="py-2 pe-4">
                    {value}
                  </td>
                ))
              ) : (
                <td colSpan={5} className="py-2 text-ink-muted">
                  fewer than ten members: not shown
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Table({ caption, rows }: { caption: string; rows: [name: string, value: ReactNode][] }) {
  return (
    <table className="w-full self-start text-start">
      <caption className="pb-2 text-start font-semibold">{caption}</caption>
      <tbody>
        {rows.length === 0 ? (
          <tr className="border-rule border-t">
            <td className="py-1.5 text-ink-muted">none</td>
          </tr>
        ) : null}
        {rows.map(([name, value]) => (
          <tr key={name} className="border-rule border-t align-top">
            <th scope="row" className="py-1.5 pe-4 font-normal text-ink-soft">
              {name}
            </th>
            <td className="whitespace-nowrap py-1.5 text-end tabular-nums">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const namedCounts = (
  counts: Record<string, number>,
  words: Record<string, string>,
): [string, number][] =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => [words[name] ?? name, count]);

function nameGroup(name: MonthNumbers["groups"][number]["name"]): string {
  if (name === "others") return "All smaller groups";
  return `${name.gender ?? "Not stated"}, for ${name.preferred ?? "anyone"}`;
}

const formatPercent = (percent: number | null) => (percent === null ? "not shown" : `${percent}%`);

const formatPerMille = (count: number | null) =>
  count === null ? "not shown" : `${count} of 1,000`;

const formatNights = (nights: number | null) =>
  nights === null ? "not shown" : `${nights} ${nights === 1 ? "night" : "nights"}`;

function formatSpan(ms: number | null): string {
  if (ms === null) return "fewer than five";
  const hours = ms / MS_PER_HOUR;
  return hours < 1
    ? "under an hour"
    : `${Math.round(hours)} ${Math.round(hours) === 1 ? "hour" : "hours"}`;
}
