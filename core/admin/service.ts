import { requireAdmin, type Viewer } from "~/core/auth/viewer";
import type { Deps } from "~/core/deps";
import { parseEvidence } from "~/core/moderation/evidence";
import { ageOrNull, toIso, toUtcDate } from "~/core/shared/age";
import type {
  AdminBlockDto,
  AdminPairingDto,
  AdminReportDto,
  AdminRunDto,
} from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import {
  type AdminPairingRow,
  type AdminReportRow,
  type Listed,
  type ListWindow,
  readBlocks,
  readPairings,
  readReports,
  readRuns,
  setReportStatus,
} from "~/db/queries/admin";
import { findRunAlarms } from "./run-alarms";
import type { UpdateReportInput } from "./schemas";

/** What a page of the dashboard asks for. Without any of it, a list is whole. */
export interface ListAsk {
  /** Part of a name or e-mail. */
  query?: string;
  /** A column by its field name, with a leading hyphen for descending; an unknown one is ignored. */
  sort?: string;
  /** From 1. With it, the list comes in pages of `pageSize`. */
  page?: number;
  pageSize?: number;
}

export interface AdminList<Row> {
  rows: Row[];
  /** How many match, on all pages. */
  total: number;
  page: number;
  pages: number;
}

const PAGE_SIZE = 25;
const PAGE_SIZE_MAX = 200;

function toWindow(ask: ListAsk): ListWindow {
  const query = ask.query?.normalize("NFC").trim() || null;
  const sort = ask.sort ?? null;
  if (ask.page === undefined) return { query, sort, limit: null, offset: 0 };
  const limit = Math.min(PAGE_SIZE_MAX, Math.max(1, Math.trunc(ask.pageSize ?? PAGE_SIZE)));
  const page = Math.max(1, Math.trunc(ask.page) || 1);
  return { query, sort, limit, offset: (page - 1) * limit };
}

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

/** One look at members' personal data, for the audit (no subject: nothing is left of a deleted member). */
function audit(deps: Deps, viewer: Viewer, action: string) {
  return { id: deps.random.id(), adminId: viewer.memberId, action, now: deps.clock.now() };
}

/**
 * The open pairings, newest first (contract §3). Sorts by `pairing_date`, `user1_name`, `user2_name`.
 * @throws AppError `forbidden` unless admin
 */
export async function listPairings(
  deps: Deps,
  viewer: Viewer,
  ask: ListAsk = {},
): Promise<AdminList<AdminPairingDto>> {
  requireAdmin(viewer);
  const window = toWindow(ask);
  const look = audit(deps, viewer, "list_pairings");
  const today = toUtcDate(look.now);
  const listed = await readPairings(deps.db, window, look);
  return toList(listed, window, (row) => toPairingDto(row, today));
}

function toPairingDto(row: AdminPairingRow, today: string): AdminPairingDto {
  const { user1_dob, user2_dob, ...rest } = row;
  return {
    ...rest,
    user1_age: ageOrNull(user1_dob, today),
    user2_age: ageOrNull(user2_dob, today),
  };
}

/**
 * All blocks, newest first. Sorts by `block_date`, `blocker_name`, `blocked_name`.
 * @throws AppError `forbidden` unless admin
 */
export async function listBlocks(
  deps: Deps,
  viewer: Viewer,
  ask: ListAsk = {},
): Promise<AdminList<AdminBlockDto>> {
  requireAdmin(viewer);
  const window = toWindow(ask);
  const listed = await readBlocks(deps.db, window, audit(deps, viewer, "list_blocks"));
  return toList(listed, window, ({ created_at, ...row }) => ({
    ...row,
    block_date: toIso(created_at),
  }));
}

/**
 * The reports with their evidence: open ones first, then newest first. Sorts by `created_at`,
 * `status`, `reporter_name`, `reported_name`.
 * @throws AppError `forbidden` unless admin
 */
export async function listReports(
  deps: Deps,
  viewer: Viewer,
  ask: ListAsk = {},
): Promise<AdminList<AdminReportDto>> {
  requireAdmin(viewer);
  const window = toWindow(ask);
  const listed = await readReports(deps.db, window, audit(deps, viewer, "list_reports"));
  return toList(listed, window, toReportDto);
}

function toReportDto(row: AdminReportRow): AdminReportDto {
  return {
    report_id: row.id,
    reporter_id: row.reporter_id,
    reporter_name: row.reporter_name,
    reported_id: row.reported_id,
    reported_name: row.reported_name,
    reason: row.reason,
    details: row.details,
    conversation_id: row.conversation_id,
    evidence: parseEvidence(row.evidence).map((one) => ({
      ...one,
      created_at: toIso(one.created_at),
      sent_at: toIso(one.created_at),
    })),
    status: row.status,
    created_at: toIso(row.created_at),
    resolved_at: row.resolved_at === null ? null : toIso(row.resolved_at),
  };
}

/**
 * Resolves a report, or opens it again.
 * @throws AppError `forbidden` unless admin, `report_not_found`
 */
export async function updateReport(
  deps: Deps,
  viewer: Viewer,
  { reportId, status }: { reportId: string } & UpdateReportInput,
): Promise<AdminReportDto> {
  requireAdmin(viewer);
  const look = audit(deps, viewer, status === "resolved" ? "resolve_report" : "reopen_report");
  const row = await setReportStatus(deps.db, { reportId, status }, look);
  if (!row) throw new AppError("report_not_found");
  return toReportDto(row);
}

/**
 * The pairing runs, newest first: counts only, so nothing to audit.
 * @throws AppError `forbidden` unless admin
 */
export async function listRuns(
  deps: Deps,
  viewer: Viewer,
  ask: Pick<ListAsk, "page" | "pageSize"> = {},
): Promise<AdminList<AdminRunDto>> {
  requireAdmin(viewer);
  const window = toWindow(ask);
  const now = deps.clock.now();
  const listed = await readRuns(deps.db, window);
  return toList(listed, window, (row) => ({
    run_id: row.id,
    date: row.date,
    trigger: row.trigger,
    // A claim whose lease lapsed has no writer: the next delivery takes it over.
    state: row.state === "claimed" && row.lease_until <= now ? "failed" : row.state,
    members: row.members,
    pairs: row.pairs,
    unmatched: row.unmatched,
    repeats: row.repeats,
    proven_maximum: row.proven_maximum === 1,
    started_at: toIso(row.started_at),
    published_at: row.published_at === null ? null : toIso(row.published_at),
    duration_ms: row.duration_ms,
  }));
}

/**
 * The newest runs with what is wrong with them in words.
 * @throws AppError `forbidden` unless admin
 */
export async function watchRuns(
  deps: Deps,
  viewer: Viewer,
  { count }: { count: number },
): Promise<{ runs: AdminRunDto[]; alarms: string[] }> {
  const { rows } = await listRuns(deps, viewer, { page: 1, pageSize: count });
  return { runs: rows, alarms: findRunAlarms(rows, deps.clock.now()) };
}
