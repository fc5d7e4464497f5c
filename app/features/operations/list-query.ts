import type { OrError } from "~/app/lib/refusal.server";
import type { AdminList } from "~/core/operations/admin-lists";
import { clip } from "~/core/shared/code-points";
import type { AdminRunDto } from "~/core/shared/contract";

/** One page of a list's rows. */
export type Loaded<Row> = OrError<AdminList<Row>>;

/** The last runs, newest first, and their alarms. */
export type RecentRuns = OrError<{ runs: AdminRunDto[]; alarms: string[] }>;

/** The lists of the dashboard; each has its own search, order and page in the address. */
export type ListName = "pairings" | "blocks" | "runs";

export interface ListQuery {
  query: string;
  /** A field of the list, with a leading hyphen for descending; empty for the list's default order. */
  sort: string;
  /** The page's number, from 1. */
  page: number;
}

const key = (list: ListName, part: "q" | "sort" | "page") => `${list}_${part}`;

/** Reads the search, order and page of one list from the address. */
export function readListQuery(search: URLSearchParams, list: ListName): ListQuery {
  const page = Number(search.get(key(list, "page")) ?? 1);
  return {
    query: readSearch(search, key(list, "q")),
    sort: search.get(key(list, "sort")) ?? "",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The field names of one list's search form. */
export function listFields(list: ListName) {
  return { query: key(list, "q"), sort: key(list, "sort"), page: key(list, "page") };
}

/** The other lists' fields, which a form carries along so that those lists stay as they are. */
export function otherFields(search: URLSearchParams, list: ListName): [string, string][] {
  const own = new Set<string>(Object.values(listFields(list)));
  return [...search].filter(([name]) => !own.has(name));
}

/** The address of another page of one list. @param path of the page that the list is on */
export function pageHref(
  path: string,
  search: URLSearchParams,
  list: ListName,
  page: number,
): string {
  const next = new URLSearchParams(search);
  if (page > 1) next.set(key(list, "page"), String(page));
  else next.delete(key(list, "page"));
  return `${path}?${next}#${list}`;
}

/** The longest text of a search. */
const MAX_LENGTH = 200;

/** The search text in an address, shown again in its form; empty if there is none. */
export function readSearch(parameters: URLSearchParams, name: string): string {
  return clip(parameters.get(name) ?? "", MAX_LENGTH).trim();
}
