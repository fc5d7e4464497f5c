import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import type { AdminList, ListQuery } from "~/core/admin/service";
import type { Viewer } from "~/core/auth/viewer";
import { type ListName, readListQuery } from "./list-query";
import type { Loaded, RecentRuns } from "./loaded";

const PAGE_SIZE = 10;
/** Of a list that has a page for itself. */
const OWN_PAGE_SIZE = 25;
/** How many runs the chart shows. */
const CHART_RUNS = 30;
const RUNS_FAILED = "Failed to fetch pairing runs";

/**
 * The dashboard's lists, each on its own: one that fails says so in its place (specification §8) and
 * leaves the others whole. None of the promises rejects.
 */
export function loadLists(args: RouteArgs, viewer: Viewer) {
  const { pairings, blocks, runs } = listReaders(args, viewer, PAGE_SIZE);
  return {
    pairings: pairings(),
    blocks: blocks(),
    runs: runs(),
    recentRuns: readRecentRuns(args, viewer),
  };
}

/** What reads each of the lists; none of the promises rejects. */
export function listReaders(args: RouteArgs, viewer: Viewer, pageSize = OWN_PAGE_SIZE) {
  const { admin } = args.context.services;
  const search = new URL(args.request.url).searchParams;
  const ask = (list: ListName): ListQuery => {
    const { query, sort, page } = readListQuery(search, list);
    return { query, sort, page, pageSize };
  };
  const attempt = <Row>(read: Promise<AdminList<Row>>, words: string): Promise<Loaded<Row>> =>
    read.catch((error: unknown) => ({ error: toRefusal(error, words, args).message }));
  return {
    pairings: () =>
      attempt(admin.listPairings(viewer, ask("pairings")), "Failed to fetch pairings"),
    blocks: () => attempt(admin.listBlocks(viewer, ask("blocks")), "Failed to fetch blocked users"),
    runs: () => attempt(admin.listRuns(viewer, ask("runs")), RUNS_FAILED),
  };
}

/** The newest runs, for the chart and the alarms. */
export async function readRecentRuns(args: RouteArgs, viewer: Viewer): Promise<RecentRuns> {
  try {
    return await args.context.services.admin.watchRuns(viewer, { count: CHART_RUNS });
  } catch (error) {
    return { error: toRefusal(error, RUNS_FAILED, args).message };
  }
}

/** The same, all of them awaited side by side. */
export async function loadAllLists(args: RouteArgs, viewer: Viewer) {
  const lists = loadLists(args, viewer);
  const [pairings, blocks, runs, recentRuns] = await Promise.all([
    lists.pairings,
    lists.blocks,
    lists.runs,
    lists.recentRuns,
  ]);
  return { pairings, blocks, runs, recentRuns };
}
