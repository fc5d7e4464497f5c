import { orError, type RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/accounts/viewer";
import { type ListName, readListQuery } from "./list-query";

const PAGE_SIZE = 10;
/** The number of rows of a list that has a page of its own. */
const OWN_PAGE_SIZE = 25;
const CHART_RUNS = 30;
const RUNS_FAILED = "Failed to fetch pairing runs";

/** Starts to load the dashboard's lists. Each is a promise of its own. */
export function loadLists(args: RouteArgs, viewer: Viewer) {
  const { pairings, blocks, runs } = listReaders(args, viewer, PAGE_SIZE);
  return {
    pairings: pairings(),
    blocks: blocks(),
    runs: runs(),
    recentRuns: readRecentRuns(args, viewer),
    failingJobs: orError(
      args.context.services.jobs.listFailingJobs(viewer),
      "Failed to fetch jobs",
      args,
    ),
    accounts: orError(
      args.context.services.admin.watchNewAccounts(viewer),
      "Failed to fetch the new accounts",
      args,
    ),
  };
}

/** Readers of the lists, by name. */
export function listReaders(args: RouteArgs, viewer: Viewer, pageSize = OWN_PAGE_SIZE) {
  const { admin } = args.context.services;
  const search = new URL(args.request.url).searchParams;
  const ask = (list: ListName) => ({ ...readListQuery(search, list), pageSize });
  return {
    pairings: () =>
      orError(admin.listPairings(viewer, ask("pairings")), "Failed to fetch pairings", args),
    blocks: () =>
      orError(admin.listBlocks(viewer, ask("blocks")), "Failed to fetch blocked users", args),
    runs: () => orError(admin.listDeskRuns(viewer, ask("runs")), RUNS_FAILED, args),
  };
}

/** The newest runs, for the chart and the alarms above it. */
export function readRecentRuns(args: RouteArgs, viewer: Viewer) {
  const { admin } = args.context.services;
  return orError(admin.watchRuns(viewer, { count: CHART_RUNS }), RUNS_FAILED, args);
}

/** Awaits all promises of {@link loadLists}, which are read in parallel. */
export async function loadAllLists(args: RouteArgs, viewer: Viewer) {
  const lists = loadLists(args, viewer);
  const [pairings, blocks, runs, recentRuns, failingJobs, accounts] = await Promise.all([
    lists.pairings,
    lists.blocks,
    lists.runs,
    lists.recentRuns,
    lists.failingJobs,
    lists.accounts,
  ]);
  return { pairings, blocks, runs, recentRuns, failingJobs, accounts };
}
