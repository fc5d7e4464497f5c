import type { Deps } from "~/core/deps";
import { runJobs } from "~/core/jobs/jobs";
import { mailboxBar } from "~/core/moderation/mailbox-bar";
import type { LedgerEntry } from "~/core/ports";
import { eraseMember } from "~/core/profile/erase-member";
import { addMonths } from "~/core/shared/age";
import {
  BAN_MONTHS,
  KEPT_MONTHS,
  LEDGER_DAYS,
  MS_PER_DAY,
  MS_PER_MINUTE,
} from "~/core/shared/constants";
import { mailboxOf } from "~/core/shared/mailbox";
import type { JobRow } from "~/db/queries/jobs";
import { insertKeptRows } from "~/db/queries/kept-digests";
import {
  findKnownDecisions,
  type KeptDecision,
  type KeptRow,
  type KeptSide,
  listMembersAfter,
  readDecisionPlace,
  readDecisions,
  readLedgerPosition,
  type StoredKeptRow,
  writeDecisionPlace,
  writeLedgerPosition,
} from "~/db/queries/ledger";
import { findActionObject, insertRestoredAction } from "~/db/queries/member-actions";
import { insertBlock } from "~/db/queries/moderation";

const PAGE = 500;
/** Most deletions that one cron compares; the next cron compares the rest. */
const MAX_DELETIONS = 10_000;
/** Members whose digests are computed in parallel. */
const MEMBER_PAGE = 2_000;
/**
 * Overlap of two copies, because clocks of two Workers may differ and a transaction may be slow. A decision that is
 * copied twice is stored once.
 */
const OVERLAP_MS = 2 * MS_PER_MINUTE;
/** Replaces the text of a restored restriction, because the ledger does not have it. */
const RESTORED_TEXT =
  "This decision was made before our records were restored from a backup. Its full text is in the e-mail we sent you then.";

interface Member {
  id: string;
  email: string;
}
/** Members by their digest in the ledger. */
type Found = Map<string, Member>;

/**
 * Compares the database with the ledger (docs/decisions/deletion-ledger.md). It restores the blocks and restrictions
 * that a restore of D1 has undone, deletes again the members that it has brought back, restores the rows that their
 * deletions kept, and copies new decisions into the ledger. The position up to which it has compared is stored in D1
 * itself, so a restore resets it too; without a restore nothing is found. Never throws, because a run must not wait for
 * it.
 */
export async function replayLedger(deps: Deps): Promise<void> {
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      deps.logger.error("maintenance.replay_failed", error);
    }
  };
  await attempt(async () => {
    const { deletions, lost, position } = await compare(deps);
    const found = await findMembers(deps, [
      ...deletions.map(({ subject }) => subject),
      ...lost.flatMap(digestsOf),
    ]);
    // Done before the deletions, because a deletion keeps the decisions about its account.
    await attempt(() => restoreDecisions(deps, lost, found));
    const present = await eraseRestored(deps, deletions, found);
    await insertKeptRows(deps.db, toKeptRows(lost, { found, present, now: deps.clock.now() }));
    await copyDecisions(deps, position);
  });
}

/** Deletions, blocks and restrictions in the ledger that the database lacks. */
async function compare({ db, ledger }: Deps) {
  const [ofDeletions, place] = [await readLedgerPosition(db), await readDecisionPlace(db)];
  const deletions = await readAfter((page) => ledger.list(page), ofDeletions, MAX_DELETIONS);
  const listed = await readAfter((page) => ledger.listDecisions(page), place?.position ?? 0);
  const lost: KeptDecision[] = [];
  for (let i = 0; i < listed.length; i += PAGE) {
    const page = listed.slice(i, i + PAGE);
    const known = await findKnownDecisions(db, page);
    lost.push(...page.filter(({ id }) => !known.has(id)));
  }
  return { deletions, lost, position: listed.at(-1)?.position ?? place?.position ?? 0 };
}

async function readAfter<Entry extends { position: number }>(
  list: (page: { after: number; limit: number }) => Promise<Entry[]>,
  after: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Entry[]> {
  const all: Entry[] = [];
  while (all.length < most) {
    const page = await list({ after: all.at(-1)?.position ?? after, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) break;
  }
  return all;
}

function digestsOf(decision: KeptDecision): string[] {
  if (decision.kind === "kept") {
    return [decision.row.subject, decision.row.other].filter((side) => side !== null);
  }
  return [decision.member, decision.kind === "block" ? decision.other : []]
    .flat()
    .map(({ digest }) => digest);
}

/** The accounts that belong to digests. Only after a restore are there digests to find, and then every account is read. */
async function findMembers({ db, records }: Deps, digests: string[]): Promise<Found> {
  const found: Found = new Map();
  if (digests.length === 0) return found;
  const wanted = new Set(digests);
  for (let after = ""; ; ) {
    const page = await listMembersAfter(db, { after, limit: MEMBER_PAGE });
    const made = await Promise.all(page.map(({ id }) => records.digests("member", id)));
    page.forEach((member, i) => {
      for (const { digest } of made[i] ?? []) if (wanted.has(digest)) found.set(digest, member);
    });
    const last = page.at(-1);
    if (!last || page.length < MEMBER_PAGE) return found;
    after = last.id;
  }
}

async function restoreDecisions(deps: Deps, lost: KeptDecision[], found: Found): Promise<void> {
  let restored = 0;
  for (const decision of lost) if (await restore(deps, decision, found)) restored += 1;
  if (restored > 0) deps.logger.warn("maintenance.decisions_restored", { restored });
}

/** @returns whether the decision was restored; false if an account is gone, or a suspension has ended */
async function restore(deps: Deps, decision: KeptDecision, found: Found): Promise<boolean> {
  if (decision.kind === "kept") return false;
  const { id, at } = decision;
  const member = found.get(decision.member.digest);
  if (decision.kind === "block") {
    const other = found.get(decision.other.digest);
    if (!member || !other) return false;
    const two = { id, blockerId: member.id, blockedId: other.id, mustVerify: false, now: at };
    const { isNew, changes } = await insertBlock(deps.db, two);
    await runJobs(deps, changes);
    return isNew;
  }
  const { kind, reason, until } = decision;
  if (!member) return false;
  if (until !== null && until <= deps.clock.now()) return false;
  const action = {
    ...{ id, memberId: member.id, kind, reason, until, now: at, text: RESTORED_TEXT },
    ...{ adminId: null, note: null, reportId: null },
  };
  if (!(await findActionObject(deps.db, action))) return false;
  const bar = await mailboxBar(deps, action, member.email);
  const { inserted, changes } = await insertRestoredAction(deps.db, { ...action, bar });
  if (kind !== "lift") await endLive(deps, member.id, changes);
  return inserted;
}

async function endLive(deps: Deps, memberId: string, changes: JobRow[]): Promise<void> {
  const open = changes.flatMap(({ conversation_id }) => conversation_id ?? []);
  await deps.channel.endMember(memberId, open);
  await runJobs(deps, changes);
}

/** @returns the found accounts that still exist */
async function eraseRestored(deps: Deps, deletions: LedgerEntry[], found: Found): Promise<Found> {
  const erased = new Set<string>();
  for (const { subject, deletedAt } of deletions) {
    const member = found.get(subject);
    if (!member || erased.has(member.id)) continue;
    await eraseMember(deps, { ...member, leftAt: deletedAt });
    erased.add(member.id);
  }
  const last = deletions.at(-1);
  if (last) await writeLedgerPosition(deps.db, last.position, deps.clock.now());
  if (erased.size > 0) deps.logger.warn("maintenance.deletions_replayed", { erased: erased.size });
  return new Map([...found].filter(([, { id }]) => !erased.has(id)));
}

interface Accounts {
  /** Accounts before the deletions are repeated. */
  found: Found;
  /** Accounts after the deletions are repeated. */
  present: Found;
  now: number;
}

/**
 * The kept rows that the lost decisions require: rows that deletions had kept, and rows for accounts that are younger
 * than the backup.
 */
function toKeptRows(lost: KeptDecision[], accounts: Accounts): StoredKeptRow[] {
  // The newest decision comes first, because it replaces the earlier ones in force.
  const decided = new Set<string>();
  const rows = lost.toReversed().flatMap((decision) => {
    if (decision.kind === "kept") return [decision.row];
    if (decision.kind !== "block") {
      const { digest } = decision.member;
      if (decided.has(digest)) return [];
      decided.add(digest);
    }
    return rowsOfMissing(decision, accounts);
  });
  const idOf = (digest: string | null) =>
    (digest === null ? undefined : accounts.present.get(digest)?.id) ?? null;
  return rows
    .filter(({ until }) => until > accounts.now)
    .map((row) => ({ ...row, subjectId: idOf(row.subject), otherId: idOf(row.other) }));
}

function rowsOfMissing(
  decision: Exclude<KeptDecision, { kind: "kept" }>,
  { found, present }: Accounts,
): KeptRow[] {
  if (decision.kind === "lift") return [];
  const { id, at, member, until: end } = decision;
  const other = decision.kind === "block" ? decision.other : null;
  const sides = other ? [member, other] : [member];
  if (sides.every(({ digest }) => found.has(digest))) return [];
  const months = other ? KEPT_MONTHS : BAN_MONTHS;
  const common = { createdAt: at, until: end ?? addMonths(at, months) };
  const addresses = sides.flatMap(({ digest: subject, address }): KeptRow[] => {
    if (address === null || present.has(subject)) return [];
    const { digest, keyId } = address;
    return [
      { ...common, id: `${id}.${subject}`, kind: "address", digest, keyId, subject, other: null },
    ];
  });
  const named = { subject: member.digest, other: other?.digest ?? null, keyId: member.keyId };
  return [{ ...common, ...named, id, kind: other ? "block" : "bar", digest: null }, ...addresses];
}

/** Copies the decisions since the last copy into the ledger. */
async function copyDecisions(deps: Deps, compared: number): Promise<void> {
  const now = deps.clock.now();
  const place = await readDecisionPlace(deps.db);
  const since = place ? place.copiedAt - OVERLAP_MS : now - LEDGER_DAYS * MS_PER_DAY;
  const { actions, blocks, kept } = await readDecisions(deps.db, since);
  const decisions: KeptDecision[] = [
    ...(await Promise.all(
      actions.map(async ({ memberId, email, ...action }) => {
        return { ...action, member: await toSide(deps, memberId, email) };
      }),
    )),
    ...(await Promise.all(
      blocks.map(async ({ id, at, memberId, email, otherId, otherEmail }) => {
        const member = await toSide(deps, memberId, email);
        const other = await toSide(deps, otherId, otherEmail);
        return { id, at, kind: "block" as const, member, other, until: null };
      }),
    )),
    ...(await Promise.all(kept.map((row) => toKeptDecision(deps, row)))),
  ];
  const position = decisions.length > 0 ? await deps.ledger.keepDecisions(decisions) : compared;
  await writeDecisionPlace(deps.db, { position, copiedAt: now });
}

async function toSide({ records }: Deps, id: string, email: string): Promise<KeptSide> {
  const address = await records.digest("email", mailboxOf(email));
  return { ...(await records.digest("member", id)), address };
}

/** A kept row in the form of the ledger. Its id contains the end, because a later ban moves the end. */
async function toKeptDecision(
  { records }: Deps,
  { subjectId, otherId, ...row }: StoredKeptRow,
): Promise<KeptDecision> {
  const toDigest = async (digest: string | null, id: string | null) =>
    digest ?? (id === null ? null : (await records.digest("member", id)).digest);
  const sides = {
    subject: await toDigest(row.subject, subjectId),
    other: await toDigest(row.other, otherId),
  };
  const { id, createdAt, until } = row;
  return {
    id: `kept:${id}:${until}`,
    at: createdAt,
    kind: "kept",
    row: { ...row, ...sides },
    until,
  };
}
