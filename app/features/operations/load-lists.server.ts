import { type OrError, orError, type RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/accounts/viewer";
import {
  type AdminList,
  listAllBlocks,
  listPairings,
  listRuns,
  watchRuns,
} from "~/core/operations/admin-lists";
import { type NewAccountsDto, watchNewAccounts } from "~/core/operations/new-accounts";
import { listFailingJobs } from "~/core/operations/parked";
import type { AdminRunDto } from "~/core/shared/contract";

export type Loaded<Row> = OrError<AdminList<Row>>;

export type RecentRuns = OrError<{ runs: AdminRunDto[]; alarms: string[] }>;

export type ListName = "pairings" | "blocks" | "runs";

const PAGE_SIZE = 5;
const RUNS_PAGE_SIZE = 25;
const RECENT_RUNS = 30;
const RUNS_FAILED = "Failed to fetch pairing runs";

export function loadLists(args: RouteArgs, viewer: Viewer) {
  const { deps } = args.context;
  const pairings = listPairings(deps, viewer, askedPage(args, "pairings", PAGE_SIZE));
  const blocks = listAllBlocks(deps, viewer, askedPage(args, "blocks", PAGE_SIZE));
  const lists = {
    pairings: orError(pairings, "Failed to fetch pairings", args),
    blocks: orError(blocks, "Failed to fetch blocked users", args),
    recentRuns: readRecentRuns(args, viewer),
  };
  const accounts = readNewAccounts(args, viewer);
  const all = Promise.all([lists.recentRuns, lists.pairings, lists.blocks, accounts]);
  return {
    ...lists,
    numbers: all.then((found) => toNumbers(...found)),
    failingJobs: orError(listFailingJobs(deps, viewer), "Failed to fetch jobs", args),
  };
}

/** A number is null if it could not be read. */
function toNumbers(
  recent: RecentRuns,
  pairings: Loaded<unknown>,
  blocks: Loaded<unknown>,
  accounts: NewAccounts,
): [term: string, count: number | null][] {
  const run =
    "error" in recent ? undefined : recent.runs.find(({ state }) => state === "published");
  const totalOf = (list: Loaded<unknown>) => ("error" in list ? null : list.total);
  return [
    ["Members in the last run", run?.members ?? null],
    ["Pairs", run?.pairs ?? null],
    ["Left out", run?.unmatched ?? null],
    ["Open conversations", totalOf(pairings)],
    ["Blocks", totalOf(blocks)],
    ["New in 7 days", "error" in accounts ? null : accounts.registered],
  ];
}

function askedPage({ request }: RouteArgs, list: ListName, pageSize: number) {
  const page = Number(new URL(request.url).searchParams.get(`${list}_page`) ?? 1);
  return { page: Number.isSafeInteger(page) ? page : 1, pageSize };
}

export function readRuns(args: RouteArgs, viewer: Viewer) {
  const runs = listRuns(args.context.deps, viewer, askedPage(args, "runs", RUNS_PAGE_SIZE));
  return orError(runs, RUNS_FAILED, args);
}

export function readRecentRuns(args: RouteArgs, viewer: Viewer) {
  const { deps } = args.context;
  return orError(watchRuns(deps, viewer, { count: RECENT_RUNS }), RUNS_FAILED, args);
}

type NewAccounts = OrError<NewAccountsDto>;

export function readNewAccounts(args: RouteArgs, viewer: Viewer): Promise<NewAccounts> {
  const { deps } = args.context;
  return orError(watchNewAccounts(deps, viewer), "Failed to fetch the new accounts", args);
}

export async function loadAllLists(args: RouteArgs, viewer: Viewer) {
  const { pairings, blocks, recentRuns, numbers, failingJobs } = loadLists(args, viewer);
  return {
    pairings: await pairings,
    blocks: await blocks,
    recentRuns: await recentRuns,
    numbers: await numbers,
    failingJobs: await failingJobs,
  };
}
