import { Form, NavLink, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Count } from "~/app/components/count";
import { cx } from "~/app/components/cx";
import { CONTROL_CLASSES } from "~/app/components/field";
import { PageHeading } from "~/app/components/section";
import type { ShellData } from "~/app/features/shell/types";

const TABS: { to: string; label: string; end?: true; waits?: "reports" | "appeals" }[] = [
  { to: "/admin", label: "Overview", end: true },
  { to: "/admin/reports", label: "Reports", waits: "reports" },
  { to: "/admin/appeals", label: "Appeals", waits: "appeals" },
  { to: "/admin/members", label: "Members" },
  { to: "/admin/runs", label: "Runs" },
  { to: "/admin/audit", label: "Audit" },
];

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ms-2">
      <Count count={count} />
      <span className="sr-only"> open</span>
    </span>
  );
}

function DeskNavigation({ query, isFitted }: { query?: string; isFitted?: boolean }) {
  const { waiting } = useRouteLoaderData<ShellData>("root") ?? {};
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-rule border-b">
      <nav aria-label="Admin" className="-mb-px min-w-0 max-sm:w-full">
        <ul className="-mx-3 flex flex-wrap sm:mx-0">
          {TABS.map(({ to, label, end = false, waits }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={end}
                prefetch="none"
                className={({ isActive }) =>
                  cx(
                    "inline-flex min-h-11 items-center whitespace-nowrap border-b-2 px-3 font-semibold text-sm",
                    isActive
                      ? "border-accent text-ink"
                      : "border-transparent text-ink-muted hover:text-ink",
                  )
                }
              >
                {label}
                {waits && waiting ? <Waiting count={waiting[waits]} /> : null}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* Hidden on a phone on the reports page, where a case needs the room. */}
      <Form
        action="/admin/search"
        role="search"
        className={cx("mb-2 flex w-full gap-2 sm:w-auto", isFitted && "max-sm:hidden")}
      >
        <label className="sr-only" htmlFor="desk-search">
          Search members, reports and pairings
        </label>
        <input
          id="desk-search"
          type="search"
          name="q"
          defaultValue={query}
          placeholder="Name, e-mail or id"
          className={cx(CONTROL_CLASSES, "min-h-11 sm:w-56")}
        />
        <button type="submit" className="min-h-11 px-2 font-semibold text-sm hover:text-accent">
          Search
        </button>
      </Form>
    </div>
  );
}

/** @param isFitted if true, a wide window shows the page without scrolling it */
export function DeskPage({
  title,
  query,
  isFitted = false,
  children,
}: {
  title: ReactNode;
  query?: string;
  isFitted?: boolean;
  children: ReactNode;
}) {
  if (isFitted) {
    return (
      <div className="page-width flex flex-col gap-4 py-4 lg:h-[calc(100dvh-4rem-1px)] lg:min-h-120 lg:pb-0">
        <DeskNavigation query={query} isFitted />
        <h1 tabIndex={-1} className="sr-only">
          {title}
        </h1>
        {children}
      </div>
    );
  }
  return (
    <div className="page-width flex flex-col gap-8 py-8 sm:py-10">
      <DeskNavigation query={query} />
      <PageHeading>{title}</PageHeading>
      {children}
    </div>
  );
}
