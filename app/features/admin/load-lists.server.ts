import { type Asked, toRefusal } from "~/app/lib/refusal.server";
import type { AdminList, ListAsk } from "~/core/admin/service";
import type { Viewer } from "~/core/auth/viewer";
import { type ListName, readListQuery } from "./list-query";
import type { Loaded, RecentRuns } from "./loaded";

const PAGE_SIZE = 10;
/** How many runs the chart shows. */
const CHART_RUNS = 30;
const RUNS_FAILED = "Failed to fetch pairing runs";

/**
 * The dashboard's lists, each on its own: one that fails says so in its place (specification §8) and
 * leaves the others whole. None of the promises rejects.
 */
export function loadLists(asked: Asked, viewer: Viewer) {
  const { admin } = asked.context.services;
  const search = new URL(asked.request.url).searchParams;
  const ask = (list: ListName): ListAsk => {
    const { query, sort, page } = readListQuery(search, list);
    return { query, sort, page, pageSize: PAGE_SIZE };
  };
  const attempt = <Row>(read: Promise<AdminList<Row>>, words: string): Promise<Loaded<Row>> =>
    read.catch((error: unknown) => ({ error: toRefusal(error, words, asked).message }));
  return {
    pairings: attempt(admin.listPairings(viewer, ask("pairings")), "Failed to fetch pairings"),
    blocks: attempt(admin.listBlocks(viewer, ask("blocks")), "Failed to fetch blocked users"),
    runs: attempt(admin.listRuns(viewer, ask("runs")), RUNS_FAILED),
    recentRuns: readRecentRuns(asked, viewer),
  };
}

async function readRecentRuns(asked: Asked, viewer: Viewer): Promise<RecentRuns> {
  try {
    return await asked.context.services.admin.watchRuns(viewer, { count: CHART_RUNS });
  } catch (error) {
    return { error: toRefusal(error, RUNS_FAILED, asked).message };
  }
}

/** The same, all of them awaited side by side. */
export async function loadListsWhole(asked: Asked, viewer: Viewer) {
  const lists = loadLists(asked, viewer);
  const [pairings, blocks, runs, recentRuns] = await Promise.all([
    lists.pairings,
    lists.blocks,
    lists.runs,
    lists.recentRuns,
  ]);
  return { pairings, blocks, runs, recentRuns };
}
