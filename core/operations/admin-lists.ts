import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { auditOf } from "~/core/moderation/audit";
import { toQuery } from "~/core/moderation/members";
import { ageOrNull, isoOrNull, toIso, toUtcDate } from "~/core/shared/age";
import type { AdminBlockDto, AdminPairingDto, AdminRunDto } from "~/core/shared/contract";
import {
  type AdminPairingRow,
  type AdminRunRow,
  type Listed,
  type ListWindow,
  readBlocks,
  readPairings,
  readRuns,
} from "~/db/operations/admin-lists";
import { isRunDue } from "./watch";

interface Paging {
  page: number;
  pageSize: number;
}

export interface AdminList<Row> {
  rows: Row[];
  total: number;
  page: number;
  pages: number;
}

const toWindow = (paging?: Paging): ListWindow =>
  paging
    ? { limit: paging.pageSize, offset: (Math.max(1, paging.page) - 1) * paging.pageSize }
    : { limit: null, offset: 0 };

function toList<Row, Dto>(
  { rows, total }: Listed<Row>,
  { limit, offset }: ListWindow,
  toDto: (row: Row) => Dto,
): AdminList<Dto> {
  const pages = limit === null ? 1 : Math.max(1, Math.ceil(total / limit));
  return {
    rows: rows.map(toDto),
    total,
    page: limit === null ? 1 : offset / limit + 1,
    pages,
  };
}

/** The open pairings, newest first (docs/rules.md#admin). @param query part of a name or e-mail address */
export async function listPairings(
  deps: Deps,
  viewer: Viewer,
  paging?: Paging,
  query?: string,
): Promise<AdminList<AdminPairingDto>> {
  requireAdmin(viewer);
  const window = toWindow(paging);
  const audit = auditOf(deps, viewer, "list_pairings");
  const today = toUtcDate(audit.now);
  const listed = await readPairings(deps.db, toQuery(query), window, audit);
  return toList(listed, window, (row) => toPairingDto(row, today));
}

const toPairingDto = (
  { user1_dob, user2_dob, ...row }: AdminPairingRow,
  today: string,
): AdminPairingDto => ({
  ...row,
  user1_age: ageOrNull(user1_dob, today),
  user2_age: ageOrNull(user2_dob, today),
});

/** Newest first. */
export async function listAllBlocks(
  deps: Deps,
  viewer: Viewer,
  paging?: Paging,
): Promise<AdminList<AdminBlockDto>> {
  requireAdmin(viewer);
  const window = toWindow(paging);
  const listed = await readBlocks(deps.db, window, auditOf(deps, viewer, "list_blocks"));
  return toList(listed, window, ({ created_at, ...row }) => ({
    ...row,
    block_date: toIso(created_at),
  }));
}

/** Newest first. Not audited, because a run contains only counts. */
export async function listRuns(
  deps: Deps,
  viewer: Viewer,
  paging?: Paging,
): Promise<AdminList<AdminRunDto>> {
  requireAdmin(viewer);
  const window = toWindow(paging);
  const now = deps.clock.now();
  const listed = await readRuns(deps.db, window);
  return toList(listed, window, (row) => toRunDto(row, now));
}

const toRunDto = (row: AdminRunRow, now: number): AdminRunDto => ({
  run_id: row.id,
  date: row.date,
  trigger: row.trigger,
  // An expired lease means that the run's writer has stopped.
  state: row.state === "claimed" && row.leaseUntil <= now ? "failed" : row.state,
  members: row.members,
  pairs: row.pairs,
  unmatched: row.unmatched,
  repeats: row.repeats,
  proven_maximum: row.provenMaximum,
  started_at: toIso(row.startedAt),
  published_at: isoOrNull(row.publishedAt),
  duration_ms: row.durationMs,
});

export async function watchRuns(
  deps: Deps,
  viewer: Viewer,
  { count }: { count: number },
): Promise<{ runs: AdminRunDto[]; alarms: string[] }> {
  const { rows } = await listRuns(deps, viewer, { page: 1, pageSize: count });
  return { runs: rows, alarms: findRunAlarms(rows, deps.clock.now()) };
}

const LEFT_OUT_LIMIT = 0.05;

/** An odd number of members always leaves one out, who doesn't count. */
const isLeftOutHigh = ({ members, unmatched }: { members: number; unmatched: number }) =>
  unmatched - (members % 2) > LEFT_OUT_LIMIT * members;

export function findRunAlarms(runs: AdminRunDto[], now: number): string[] {
  const alarms: string[] = [];
  const published = runs.filter(({ state }) => state === "published");
  if (isRunDue(now) && !published.some(({ date }) => date === toUtcDate(now))) {
    alarms.push("No complete run today.");
  }
  const [newest] = published.sort((a, b) => b.started_at.localeCompare(a.started_at));
  if (newest && isLeftOutHigh(newest)) {
    const share = Math.round((100 * newest.unmatched) / newest.members);
    alarms.push(
      `Left out above 5 %: ${newest.unmatched} of ${newest.members} members (${share} %) on ${newest.date}.`,
    );
  }
  return alarms;
}
