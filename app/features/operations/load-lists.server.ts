import { orError, type RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/accounts/viewer";
import {
  listAllBlocks,
  listDeskRuns,
  listPairings,
  watchRuns,
} from "~/core/operations/admin-lists";
import { watchNewAccounts } from "~/core/operations/new-accounts";
import { listFailingJobs } from "~/core/operations/parked";
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
    failingJobs: orError(listFailingJobs(args.context.deps, viewer), "Failed to fetch jobs", args),
    accounts: orError(
      watchNewAccounts(args.context.deps, viewer),
      "Failed to fetch the new accounts",
      args,
    ),
  };
}

/** Readers of the lists, by name. */
export function listReaders(args: RouteArgs, viewer: Viewer, pageSize = OWN_PAGE_SIZE) {
  const { deps } = args.context;
  const search = new URL(args.request.url).searchParams;
  const ask = (list: ListName) => ({ ...readListQuery(search, list), pageSize });
  return {
    pairings: () =>
      orError(listPairings(deps, viewer, ask("pairings")), "Failed to fetch pairings", args),
    blocks: () =>
      orError(listAllBlocks(deps, viewer, ask("blocks")), "Failed to fetch blocked users", args),
    runs: () => orError(listDeskRuns(deps, viewer, ask("runs")), RUNS_FAILED, args),
  };
}

/** The newest runs, for the chart and the alarms above it. */
export function readRecentRuns(args: RouteArgs, viewer: Viewer) {
  const { deps } = args.context;
  return orError(watchRuns(deps, viewer, { count: CHART_RUNS }), RUNS_FAILED, args);
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
