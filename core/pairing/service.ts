import { decryptRecord, encryptRecord } from "~/core/accounts/record-keys";
import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import { toEarlierPartnerDto, toPartnerDto } from "~/core/conversation/partner";
import type { Deps } from "~/core/deps";
import { toIso, toUtcDate } from "~/core/shared/age";
import { clip, countCodePoints } from "~/core/shared/code-points";
import { MS_PER_MINUTE, PAST_PAIRINGS_MAX } from "~/core/shared/constants";
import type { CurrentPairingDto, PastPairingDto } from "~/core/shared/contract";
import { type DayFacts, type DrawFacts, EMPTY_DAY, readDrawState } from "~/core/shared/draw-state";
import { DAY_OFF, standingWords } from "~/core/shared/draw-words";
import { AppError, invalidField } from "~/core/shared/errors";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import { newId } from "~/core/shared/random";
import {
  countOpenPairings,
  existsDayOff,
  existsOpenPairing,
  findBlockedPairing,
  findCurrentPairing,
  findDay,
  findEarlierEnd,
  findOpen,
  findPairingAndDay,
  listPastPairings,
  listUncounted,
  type PastCursor,
  type PastRow,
  storeMessageCounts,
  updateStar,
} from "~/db/pairing/pairings";
import { previewRun } from "./preview";
import { runPairing } from "./run";
import type { PastQuery, StarInput } from "./schemas";

interface Today {
  pairing: CurrentPairingDto | null;
  dayOff: boolean;
}

export async function findToday(deps: Deps, viewer: Viewer): Promise<Today & { draw: DrawFacts }> {
  const now = deps.clock.now();
  const ask = { memberId: viewer.memberId, now, today: toUtcDate(now) };
  const { day, ...found } = await findPairingAndDay(deps.db, ask);
  return { ...toToday(found, now), draw: toDrawFacts(viewer, toDayFacts(found, day), now) };
}

/** Uses only the viewer's own row, for a page that couldn't read the facts about the day. */
export const presumeDraw = (deps: Deps, viewer: Viewer): DrawFacts =>
  toDrawFacts(viewer, EMPTY_DAY, deps.clock.now());

type Found = Awaited<ReturnType<typeof findCurrentPairing>>;

function toToday({ pairing: row, dayOff }: Found, now: number): Today {
  if (!row) return { pairing: null, dayOff };
  const conversation = { id: row.id, expiryDate: toIso(row.expires_at) };
  return { pairing: { conversation, partner: toPartnerDto(row, now) }, dayOff: false };
}

function toDayFacts(
  { pairing, dayOff, nightsOut }: Found,
  day: Awaited<ReturnType<typeof findDay>>,
): DayFacts {
  const hasEnded = !pairing && day.was_paired === 1;
  return {
    pairing: pairing
      ? { expiresAt: pairing.expires_at, isPartnerHere: pairing.partner_opened === 1 }
      : null,
    isDrawn: day.is_drawn === 1,
    isLeftOut: dayOff,
    nightsOut,
    end: hasEnded
      ? { isOwnBlock: day.was_blocked_by_self === 1, goesFirst: day.goes_first === 1 }
      : null,
  };
}

export const wasLeftOut = (deps: Deps, { memberId }: Pick<Viewer, "memberId">) =>
  existsDayOff(deps.db, memberId);

/**
 * The end of the viewer's previous conversation with the partner, before the one that ends at `expiryDate`; null if
 * there was none.
 */
export async function findEarlier(
  deps: Deps,
  { memberId }: Pick<Viewer, "memberId">,
  { partnerId, expiryDate }: { partnerId: string; expiryDate: string },
): Promise<string | null> {
  const ask = { memberId, partnerId, before: Date.parse(expiryDate) };
  const endedAt = await findEarlierEnd(deps.db, ask);
  return endedAt === null ? null : toIso(endedAt);
}

export async function findBlockedToday(deps: Deps, { memberId }: Pick<Viewer, "memberId">) {
  return (await findBlockedPairing(deps.db, { memberId, now: deps.clock.now() })) ?? null;
}

/**
 * @throws AppError `pairing_not_found` when there is no open pairing. The error's field `dayOff` tells whether the
 * viewer has a day off, and its message tells why there is no pairing (docs/rules.md#day-off)
 */
export async function getCurrentPairing(deps: Deps, viewer: Viewer): Promise<CurrentPairingDto> {
  const now = deps.clock.now();
  const ask = { memberId: viewer.memberId, now, today: toUtcDate(now) };
  const found = await findCurrentPairing(deps.db, ask);
  const { pairing, dayOff } = toToday(found, now);
  if (pairing) return pairing;
  if (dayOff) throw new AppError("pairing_not_found", { extra: { dayOff }, message: DAY_OFF });
  const facts = toDrawFacts(viewer, toDayFacts(found, await findDay(deps.db, ask)), now);
  const state = readDrawState(facts, now);
  const message = standingWords(state);
  throw new AppError("pairing_not_found", { extra: { dayOff }, ...(message ? { message } : {}) });
}

export interface Glance {
  unread: number;
  isPartnerHere: boolean | null;
}

export async function glance(deps: Deps, { memberId }: Viewer): Promise<Glance> {
  const open = await findOpen(deps.db, { memberId, now: deps.clock.now() });
  if (!open) return { unread: 0, isPartnerHere: null };
  const { unread } = await deps.conversations.summarise(open.id, memberId);
  return { unread, isPartnerHere: open.partner_opened === 1 };
}

export async function checkPairingsExist(deps: Deps): Promise<{ pairingsExist: boolean }> {
  return { pairingsExist: await existsOpenPairing(deps.db, deps.clock.now()) };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const BEFORE = "before must be an expiry date or one of your conversations";

function toCursor(before: string | undefined): PastCursor {
  if (before === undefined) return { kind: "start" };
  const instant = INSTANT.test(before) ? Date.parse(before) : Number.NaN;
  return Number.isNaN(instant)
    ? { kind: "after", conversationId: before }
    : { kind: "olderThan", instant };
}

/**
 * Newest first, at most 100 per page (docs/rules.md#history).
 * @throws AppError `invalid_input` for a `before` that is neither an instant nor the id of an own conversation
 */
export async function listPast(
  deps: Deps,
  viewer: Viewer,
  query: PastQuery,
): Promise<PastPairingDto[]> {
  return (await readPast(deps, viewer, query)).map(toPastDto);
}

export type PastConversation = Awaited<ReturnType<typeof listPastWithLines>>[number];

export async function listPastWithLines(deps: Deps, viewer: Viewer, query: PastQuery) {
  const rows = await readPast(deps, viewer, query);
  return Promise.all(
    rows.map(async (row) => {
      const isShown = row.blocked_by_partner === 0;
      const isReported = row.is_reported === 1;
      const isRead = isShown && !isReported && row.first_line !== null;
      const firstLine = isRead ? await decryptRecord(deps.config, row.first_line as string) : null;
      return {
        ...toPastDto(row),
        /** Null if the partner has blocked the viewer, or if the messages aren't counted yet. */
        lines: isShown ? row.message_count : null,
        isUncounted: row.is_uncounted === 1,
        hasAddresses: row.has_addresses === 1,
        firstLine,
        isReported,
        isStarred: row.is_starred === 1,
      };
    }),
  );
}

/** In code points. */
const FIRST_LINE_LENGTH = 120;

function toFirstLine(content: string | null): string | null {
  if (content === null) return null;
  const line = content.trim().replaceAll(/\s+/g, " ");
  return countCodePoints(line) > FIRST_LINE_LENGTH ? `${clip(line, FIRST_LINE_LENGTH - 1)}…` : line;
}

const COUNTING = 6;
/**
 * Messages are counted this long after a conversation's end. A message that was accepted just before the end can be
 * stored a little later, and a count isn't corrected.
 */
const COUNT_AFTER_MS = MS_PER_MINUTE;

/**
 * The messages of an ended conversation are counted only once, when a history first shows the conversation. One whose
 * object can't be reached is left out.
 */
export async function countLines(
  deps: Deps,
  { memberId }: Pick<Viewer, "memberId">,
  conversationIds: string[],
): Promise<Map<string, { lines: number; firstLine: string | null }>> {
  if (conversationIds.length === 0) return new Map();
  const endedBy = deps.clock.now() - COUNT_AFTER_MS;
  const ids = await listUncounted(deps.db, { memberId, ids: conversationIds, endedBy });
  const counted = await mapWithLimit(ids, COUNTING, async (id) => {
    try {
      const { lines, firstLine } = await deps.conversations.summarise(id, memberId);
      return [{ id, messages: lines, firstLine: toFirstLine(firstLine) }];
    } catch {
      // The store has logged the error.
      return [];
    }
  });
  const counts = counted.flat();
  if (counts.length > 0) deps.defer(storeCounts(deps, counts));
  return new Map(counts.map(({ id, messages, firstLine }) => [id, { lines: messages, firstLine }]));
}

async function storeCounts(
  { db, config }: Deps,
  counts: { id: string; messages: number; firstLine: string | null }[],
): Promise<void> {
  const stored = counts.map(async ({ firstLine, ...count }) => ({
    ...count,
    firstLine: firstLine === null ? null : await encryptRecord(config, firstLine),
  }));
  await storeMessageCounts(db, await Promise.all(stored));
}

export async function starConversation(
  deps: Deps,
  { memberId }: Pick<Viewer, "memberId">,
  { conversationId, isStarred }: StarInput,
): Promise<void> {
  if (await updateStar(deps.db, { memberId, conversationId, isStarred })) return;
  throw new AppError("conversation_not_found");
}

async function readPast(
  deps: Deps,
  { memberId }: Pick<Viewer, "memberId">,
  query: PastQuery,
): Promise<PastRow[]> {
  const cursor = toCursor(query.before);
  const ask = { memberId, now: deps.clock.now(), limit: PAST_PAIRINGS_MAX, cursor };
  const { rows, isKnown } = await listPastPairings(deps.db, ask);
  if (!isKnown) throw invalidField("before", BEFORE);
  return rows;
}

function toPastDto(row: PastRow): PastPairingDto {
  const partner = toEarlierPartnerDto(row);
  const isHidden = row.blocked_by_partner === 1;
  return {
    conversation_id: row.id,
    expiry_date: toIso(row.expires_at),
    partner_id: partner.user_id,
    partner_name: partner.name,
    partner_avatar: partner.avatar_url,
    partner_location: isHidden ? null : partner.location,
    partner_latitude: isHidden ? null : partner.latitude,
    partner_longitude: isHidden ? null : partner.longitude,
    partner_dob: partner.dob,
    partner_age: partner.age,
    shared_languages: partner.shared_languages,
  };
}

export async function previewTrigger(
  deps: Deps,
  viewer: Viewer,
): Promise<{ open: number; members: number; pairs: number; unmatched: number }> {
  requireAdmin(viewer);
  const now = deps.clock.now();
  const [open, { members, pairs, unmatched }] = await Promise.all([
    countOpenPairings(deps.db, now),
    previewRun(deps, { date: toUtcDate(now), seed: newId() }),
  ]);
  return { open, members, pairs, unmatched };
}

/**
 * Ends the open pairings, and pairs everyone again until the next 00:00 UTC.
 * @throws AppError `forbidden` unless admin, `run_in_progress`
 */
export async function triggerPairings(
  deps: Deps,
  viewer: Viewer,
): Promise<{ message: string; pairs: number; unmatched: number }> {
  requireAdmin(viewer);
  const request = { at: deps.clock.now(), trigger: "admin", adminId: viewer.memberId } as const;
  const run = await runPairing(deps, request);
  if (run.outcome !== "complete") throw new AppError("run_in_progress");
  const { pairs, unmatched } = run;
  const message = `${pairs} ${pairs === 1 ? "pair" : "pairs"} made, ${unmatched} left out`;
  return { message, pairs, unmatched };
}

function toDrawFacts(
  viewer: Pick<Viewer, "standing" | "awaitsVerification" | "availability" | "user">,
  day: DayFacts,
  now: number,
): DrawFacts {
  const { from, until, isBack } = viewer.availability;
  return {
    ...day,
    readAt: now,
    barredUntil: toBarredUntil(viewer.standing),
    awaitsVerification: viewer.awaitsVerification,
    dob: viewer.user.dob,
    pause: { from, until },
    isBack,
  };
}

function toBarredUntil({ standing, action }: Viewer["standing"]): DrawFacts["barredUntil"] {
  if (standing !== "suspended" && standing !== "banned") return null;
  const until = action?.until ?? null;
  return until === null ? "never" : Date.parse(until);
}
