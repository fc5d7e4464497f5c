import { Await, useLocation, useSearchParams } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { LinkButton } from "~/app/components/button";
import { TryAgain } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import { Skeleton } from "~/app/components/skeleton";
import type { ListName, Loaded } from "./load-lists.server";

interface ListSectionProps<Row> {
  list: ListName;
  title: string;
  /** For example 'blocked user'. The total adds an 's' unless the number is 1. */
  noun: string;
  empty: string;
  rows: Loaded<Row> | Promise<Loaded<Row>>;
  rowKey: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
}

export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { list, title, noun, empty, rows: loading, rowKey, renderRow } = props;
  return (
    <Section id={list} title={title}>
      <Suspense fallback={<Waiting />}>
        <Await resolve={loading}>
          {(loaded) => {
            if ("error" in loaded) {
              return (
                <div className="mt-5">
                  <TryAgain message={loaded.error} variant="secondary" />
                </div>
              );
            }
            const { rows, total } = loaded;
            if (total === 0) return <p className="py-6 text-ink-muted">{empty}</p>;
            return (
              <div className="mt-4 flex flex-col gap-4">
                <p className="text-ink-muted text-sm tabular-nums">
                  Total: {total} {noun}
                  {total === 1 ? "" : "s"}
                </p>
                <ul className="flex flex-col gap-3">
                  {rows.map((row) => (
                    <li key={rowKey(row)}>{renderRow(row)}</li>
                  ))}
                </ul>
                <Pages list={list} {...loaded} />
              </div>
            );
          }}
        </Await>
      </Suspense>
    </Section>
  );
}

function Waiting() {
  return (
    <div className="mt-5 flex flex-col gap-3">
      <p className="sr-only">Loading…</p>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  );
}

function Pages({ list, page, pages }: { list: ListName; page: number; pages: number }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  if (pages <= 1) return null;
  const link = (label: string, to: number) => {
    const next = new URLSearchParams(search);
    next.set(`${list}_page`, String(to));
    return (
      <LinkButton
        to={`${pathname}?${next}#${list}`}
        variant="secondary"
        size="sm"
        preventScrollReset
      >
        {label}
      </LinkButton>
    );
  };
  return (
    <nav aria-label={`Pages of ${list}`} className="flex items-center justify-between gap-4">
      {page > 1 ? link("Previous page", Math.min(page - 1, pages)) : <span />}
      <p className="text-ink-soft text-sm tabular-nums">
        Page {Math.min(page, pages)} of {pages}
      </p>
      {page < pages ? link("Next page", page + 1) : <span />}
    </nav>
  );
}
