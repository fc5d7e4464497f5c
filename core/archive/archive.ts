import type { Deps } from "~/core/deps";
import type { ArchivedPairing } from "~/core/ports";
import { HOT_PAIRINGS_DAYS, MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import {
  type ArchivableRow,
  claimArchive,
  deleteArchived,
  listArchivable,
  listKnownPartners,
  readArchivePlace,
  releaseArchive,
  restorePairing,
  writeArchivePlace,
} from "~/db/queries/pairing-archive";

/*
 * Pairings that ended more than 38 days ago leave the database and move to the two members' own objects
 * (docs/decisions/pairing-archive.md).
 */

type ArchiveDeps = Pick<Deps, "db" | "history" | "clock" | "logger">;

/** Objects called in parallel. */
const CONCURRENCY = 6;
/** Pairings per statement and per invocation. Each pairing takes two of the 10,000 calls that an invocation may make. */
const SLICE = 250;
const MAX_PAIRINGS = 2_500;
/** The longest time that the platform lets an invocation last, so a call that holds the lease longer is dead. */
const LEASE_MS = 15 * MS_PER_MINUTE;

const partnerOf = ({ user1_id, user2_id }: ArchivedPairing, memberId: string) =>
  user1_id === memberId ? user2_id : user1_id;

/** A pairing that ended before this instant may leave the database. @param now milliseconds since 1970 */
export const archiveCutoff = (now: number): number => now - HOT_PAIRINGS_DAYS * MS_PER_DAY;

/**
 * Moves pairings that are due, oldest first, and stores its place for the next cron's call. Both members' objects have
 * a pairing before it is deleted, so a call that breaks off loses nothing and can be repeated. Does nothing while
 * another call is running.
 * @param fromStart also goes over pairings that stayed before, because they were brought back or their block is gone
 */
export async function archivePairings(
  deps: ArchiveDeps,
  { fromStart = false, most = MAX_PAIRINGS }: { fromStart?: boolean; most?: number } = {},
): Promise<void> {
  const { db, clock, logger } = deps;
  const now = clock.now();
  const lease = { now, until: now + LEASE_MS };
  if (!(await claimArchive(db, lease))) return;
  let archived = 0;
  try {
    let place = fromStart ? { expiresAt: 0, row: 0 } : await readArchivePlace(db);
    for (let seen = 0; seen < most; ) {
      const limit = Math.min(SLICE, most - seen);
      const rows = await listArchivable(db, {
        before: archiveCutoff(now),
        after: place,
        limit,
        now,
      });
      archived += await moveOut(deps, rows);
      const last = rows.at(-1);
      if (!last) break;
      place = { expiresAt: last.pairing.expires_at, row: last.row };
      seen += rows.length;
      if (rows.length < limit) break;
    }
    if (archived > 0) await writeArchivePlace(db, place, now);
    await releaseArchive(db, lease);
  } catch (error) {
    logger.error("history.archive_failed", error);
  }
  if (archived > 0) logger.info("history.archived", { archived });
}

/** @returns number of pairings that have left the database */
async function moveOut({ db, history }: ArchiveDeps, rows: ArchivableRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const byMember = new Map<string, ArchivedPairing[]>();
  for (const { pairing } of rows) {
    for (const memberId of [pairing.user1_id, pairing.user2_id]) {
      byMember.set(memberId, [...(byMember.get(memberId) ?? []), pairing]);
    }
  }
  await mapWithLimit([...byMember], CONCURRENCY, ([memberId, list]) =>
    history.keep(memberId, list),
  );
  const read = rows.map(({ pairing: { id }, stamp }) => ({ id, stamp }));
  const gone = new Set(await deleteArchived(db, read));
  // The others were changed meanwhile and are still in the database for the next time, or were deleted with an account
  // and must be forgotten.
  const others = rows.filter(({ pairing }) => !gone.has(pairing.id));
  await mapWithLimit(others, CONCURRENCY, async ({ pairing }) => {
    await history.forget(pairing.user1_id, [pairing.id]);
    await history.forget(pairing.user2_id, [pairing.id]);
  });
  return gone.size;
}

/**
 * Brings one of the viewer's conversations back from the history, for a call that found none in the database. It leaves
 * the database again with the next midnight.
 * @returns whether there was one; the call then reads again
 */
export async function restoreConversation(
  { db, history }: Pick<Deps, "db" | "history">,
  { memberId, conversationId }: { memberId: string; conversationId: string },
): Promise<boolean> {
  const pairing = await history.find(memberId, conversationId);
  if (pairing) await restorePairing(db, pairing);
  return pairing !== null;
}

/** {@link restoreConversation} for the newest pairing with a partner. */
export async function restorePairingWith(
  { db, history }: Pick<Deps, "db" | "history">,
  { memberId, partnerId }: { memberId: string; partnerId: string },
): Promise<boolean> {
  const pairing = await history.findWith(memberId, partnerId);
  if (pairing) await restorePairing(db, pairing);
  return pairing !== null;
}

/** A pairing of the history with the facts that its member may see. */
export interface HistoryEntry {
  pairing: ArchivedPairing;
  partnerId: string;
  /** The partner's card, JSON. */
  partnerCard: string | null;
  /** 0 or 1. */
  blockedByPartner: number;
}

/**
 * A page of a member's history, newest first, without pairings whose partner's account is gone.
 * @param before milliseconds since 1970: only pairings that ended before it
 */
export async function listHistory(
  { db, history }: Pick<Deps, "db" | "history">,
  { memberId, before, limit }: { memberId: string; before: number; limit: number },
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (let end = before; entries.length < limit; ) {
    const page = await history.list(memberId, { before: end, limit });
    if (page.length === 0) break;
    const partnerIds = new Set(page.map((pairing) => partnerOf(pairing, memberId)));
    const known = await listKnownPartners(db, { memberId, partnerIds: [...partnerIds] });
    for (const pairing of page) {
      const partner = known.get(partnerOf(pairing, memberId));
      if (!partner || entries.length === limit) continue;
      const isFirst = pairing.user1_id === memberId;
      entries.push({
        pairing,
        partnerId: partner.id,
        partnerCard: isFirst ? pairing.user2_card : pairing.user1_card,
        blockedByPartner: partner.blocked_by_partner,
      });
    }
    if (page.length < limit) break;
    end = page.at(-1)?.expires_at ?? 0;
  }
  return entries;
}

/** Most conversations erased by one call; the next cron erases the rest. */
const MAX_ERASED = 500;

/**
 * Part of an account's deletion: erases the conversations of a member's history, and removes them from both members'
 * objects.
 * @param version of the change, see `ConversationChange`
 * @returns whether everything is erased
 */
export async function eraseHistory(
  { conversations, history }: Pick<Deps, "conversations" | "history">,
  memberId: string,
  version: number,
): Promise<boolean> {
  for (let erased = 0; erased < MAX_ERASED; ) {
    const page = await history.list(memberId, { before: Number.MAX_SAFE_INTEGER, limit: 100 });
    if (page.length === 0) return true;
    await mapWithLimit(page, CONCURRENCY, async (pairing) => {
      await conversations.apply({ conversationId: pairing.id, version, kind: "erase" });
      await history.forget(partnerOf(pairing, memberId), [pairing.id]);
    });
    await history.forget(
      memberId,
      page.map(({ id }) => id),
    );
    erased += page.length;
  }
  return false;
}
