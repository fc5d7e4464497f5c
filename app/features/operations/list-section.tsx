import { Await, Form, Link, useLocation, useSearchParams } from "@remix-run/react";
import { Fragment, type ReactNode, Suspense, useId } from "react";
import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { CONTROL_CLASSES } from "~/app/components/field";
import { ChevronLeft, ChevronRight } from "~/app/components/icons";
import { TryAgain } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import { Skeleton } from "~/app/components/skeleton";
import type { Loaded } from "./list-query";
import { type ListName, listFields, otherFields, pageHref, readListQuery } from "./list-query";

interface ListSectionProps<Row> {
  list: ListName;
  title: string;
  /** Such as 'blocked user'. The total adds an 's' unless it is 1. */
  noun: string;
  /** Text for an empty list. */
  empty: string;
  /**
   * The orders that the reader can choose: field names with a leading hyphen for descending. If empty, the list has no
   * search either.
   */
  sorts?: readonly { value: string; label: string }[];
  rows: Loaded<Row> | Promise<Loaded<Row>>;
  rowKey: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
}

/** A list of the dashboard in all its states: loading, failed, empty, and in pages. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { list, title, rows } = props;
  return (
    <Section id={list} title={title}>
      <Suspense fallback={<Waiting />}>
        <Await resolve={rows}>
          {(loaded) =>
            "error" in loaded ? (
              <div className="mt-5">
                <TryAgain message={loaded.error} variant="secondary" />
              </div>
            ) : (
              <Page {...props} {...loaded} />
            )
          }
        </Await>
      </Suspense>
    </Section>
  );
}

function Waiting() {
  return (
    <div className="mt-5 flex flex-col gap-3">
      <p className="sr-only">Loading…</p>
      <Skeleton className="h-11 w-full max-w-sm" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  );
}

type PageProps<Row> = Omit<ListSectionProps<Row>, "rows"> & Exclude<Loaded<Row>, { error: string }>;

function Page<Row>(props: PageProps<Row>) {
  const { list, noun, empty, sorts, rows, total, page, pages, rowKey, renderRow } = props;
  const [search] = useSearchParams();
  const { query } = readListQuery(search, list);
  if (total === 0 && !query) return <p className="py-6 text-ink-muted">{empty}</p>;
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        {sorts ? <Controls list={list} sorts={sorts} /> : null}
        <p className="text-ink-muted text-sm tabular-nums">
          {query ? "Found: " : "Total: "}
          {total} {noun}
          {total === 1 ? "" : "s"}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="py-6 text-ink-muted">Nothing matches your search.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {rows.map((row) => (
            <li key={rowKey(row)}>{renderRow(row)}</li>
          ))}
        </ul>
      )}
      <Pages list={list} page={page} pages={pages} />
    </div>
  );
}

/** A form with the GET method for search and order, so that it works with scripts off. */
function Controls({ list, sorts }: Required<Pick<ListSectionProps<never>, "list" | "sorts">>) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { query, sort } = readListQuery(search, list);
  const fields = listFields(list);
  const id = useId();
  return (
    <Form
      // The fields are uncontrolled, so a new address renders new ones with its values.
      key={`${query} ${sort}`}
      method="get"
      action={`${pathname}#${list}`}
      preventScrollReset
      className="flex w-full flex-wrap items-end gap-3 sm:w-auto sm:flex-1"
    >
      {otherFields(search, list).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Labelled id={`${id}-query`} label="Name or e-mail">
        <input
          id={`${id}-query`}
          type="search"
          name={fields.query}
          defaultValue={query}
          className={cx(CONTROL_CLASSES, "min-h-11 sm:w-56")}
        />
      </Labelled>
      <Labelled id={`${id}-sort`} label="Sort by">
        <select
          id={`${id}-sort`}
          name={fields.sort}
          defaultValue={sort}
          className={cx(CONTROL_CLASSES, "min-h-11 sm:w-48")}
        >
          {sorts.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </Labelled>
      <Button type="submit" variant="secondary" size="sm">
        Apply
      </Button>
    </Form>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex w-full flex-col gap-1 sm:w-auto">
      <label htmlFor={id} className="text-ink-muted text-sm">
        {label}
      </label>
      {children}
    </div>
  );
}

function Pages({ list, page, pages }: { list: ListName; page: number; pages: number }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  if (pages <= 1) return null;
  const steps = [
    { label: "Previous page", to: page - 1, icon: ChevronLeft, isPossible: page > 1 },
    { label: "Next page", to: page + 1, icon: ChevronRight, isPossible: page < pages },
  ];
  const look = "inline-flex size-11 items-center justify-center rounded-full [&>svg]:size-5";
  return (
    <nav aria-label={`Pages of ${list}`} className="flex items-center justify-between gap-4">
      {steps.map(({ label, to, icon: Icon, isPossible }, index) => (
        <Fragment key={label}>
          {index === 1 ? (
            <p className="text-ink-soft text-sm tabular-nums">
              Page {Math.min(page, pages)} of {pages}
            </p>
          ) : null}
          {isPossible ? (
            <Link
              to={pageHref(pathname, search, list, Math.min(to, pages))}
              aria-label={label}
              preventScrollReset
              className={cx(look, "hover:bg-paper-sunken")}
            >
              <Icon aria-hidden />
            </Link>
          ) : (
            <span aria-hidden className={cx(look, "opacity-40")}>
              <Icon />
            </span>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
