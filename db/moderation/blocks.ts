import { sql } from "drizzle-orm";
import {
  hasConfirmed,
  isEarlierBlock,
  isWithheld,
  keptBlocksOf,
  type MemberOfServer,
} from "~/db/accounts/kept-digests";
import { type Database, runBatch, selectRows } from "~/db/client";
import { insertJobs, type JobRow, jobOfEach } from "~/db/operations/jobs";
import { recordLine } from "~/db/operations/ledger";
import { knownName, newestCard } from "~/db/pairing/partner-card";

interface BlockedRow {
  id: string;
  blocked_id: string;
  name: string;
  created_at: number;
  /** The card of the two members' newest pairing; null if they were never paired, or the blocked member has left. */
  card: string | null;
}

/** Stands for the name of a blocked member who has left, even if the address is registered again. */
const LEFT_NAME = "A member who has left";

export const selectBlocked = (member: MemberOfServer, now: number, order: "asc" | "desc") => {
  const { memberId } = member;
  const withheld = isWithheld(member);
  const direction = sql.raw(order);
  return sql<BlockedRow>`select id, blocked_id, name, created_at, card from (
        select b.id, coalesce(b.left_id, b.blocked_id) as blocked_id,
          iif(b.left_id is not null, ${LEFT_NAME}, ${knownName(sql`b.blocker_id`)}) as name,
          b.created_at, iif(b.left_id is null, ${newestCard(sql`b.blocker_id`)}, null) as card, b.rowid as place
        from blocks b join members m on m.id = b.blocked_id where b.blocker_id = ${memberId}
          and not (${withheld} and ${isEarlierBlock("b")})
        union all
        select id, left_id, ${LEFT_NAME}, created_at, null, 0 from (${keptBlocksOf(memberId, withheld, now)}))
      order by created_at ${direction}, place ${direction}`;
};

export function listBlocked(
  db: Database,
  member: MemberOfServer,
  now: number,
): Promise<BlockedRow[]> {
  return selectRows(db, selectBlocked(member, now, "desc"));
}

interface MemberPair {
  blockerId: string;
  blockedId: string;
}

interface InsertedBlock {
  blockedName: string | undefined;
  isNew: boolean;
  /** Jobs that close the two members' open conversations. If the block is new, also the job for the ledger. */
  changes: JobRow[];
}

const isOpenBetween = (
  { blockerId, blockedId }: MemberPair,
  now: number,
) => sql`(expires_at > ${now}
  and (user1_id = ${blockerId} and user2_id = ${blockedId} or user1_id = ${blockedId} and user2_id = ${blockerId}))`;

/**
 * Deletes a block that is withheld from the blocker (see {@link isWithheld}), so that the blocker's own block can be
 * stored. The earlier account's block stays kept for the owner of the address.
 */
function replaceEarlierBlock({ blockerId, blockedId }: MemberPair) {
  const withheld = isWithheld({ memberId: blockerId, mustVerify: true });
  return {
    replaced: sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}
        and ${isEarlierBlock("blocks")} and ${withheld}`,
    detached: sql`update kept_digests set subject_id = null where kind = 'block' and subject is not null
        and subject_id = ${blockerId} and other_id = ${blockedId} and ${withheld}`,
  };
}

/**
 * Stores a block, and shuts the sealed addresses of the two members' open conversations for good. The jobs that close
 * the conversations are stored even if the block exists already, because an earlier call could have failed before the
 * closing. A block that is withheld from the member counts as missing, so that the answer doesn't reveal it.
 */
export async function insertBlock(
  db: Database,
  block: MemberPair & { id: string; mustVerify: boolean; now: number },
): Promise<InsertedBlock> {
  const { id, blockerId, blockedId, mustVerify, now } = block;
  const isOpen = isOpenBetween(block, now);
  const { member, inserted, changes } = await runBatch(db, {
    member: sql<{ name: string }>`select ${knownName(sql`${blockerId}`)} as name from members m
        where m.id = ${blockedId}`,
    ...(mustVerify ? replaceEarlierBlock(block) : {}),
    inserted: sql`insert into blocks (id, blocker_id, blocked_id, created_at)
        select ${id}, x.id, y.id, ${now} from members x, members y
        where x.id = ${blockerId} and y.id = ${blockedId}
        on conflict (blocker_id, blocked_id) do nothing`,
    changes: insertJobs(
      jobOfEach(sql`select id from pairings where ${isOpen}`, {
        kind: "close",
        detail: { reason: "blocked", at: now },
        now,
      }),
      recordLine(
        { kind: "block", at: now, member: blockerId, other: blockedId },
        sql`exists(select 1 from blocks where id = ${id})`,
      ),
    ),
    seals: sql`update pairings set sealed_shut_at = coalesce(sealed_shut_at, ${now}) where ${isOpen}`,
  });
  return {
    blockedName: member.rows[0]?.name,
    isNew: inserted.changes === 1,
    changes: changes.rows,
  };
}

/**
 * Deletes a block, if there is one. A block by an earlier account with the blocker's address ends for good only if the
 * blocker has confirmed the address. While a block is withheld from the blocker (see {@link isWithheld}), it isn't
 * deleted at all.
 * @param block.leftIds each value of `left_id` that can stand for the blocked member after that member has left
 * @param block.at the time of the ledger's line, if a restore repeats the end of the block
 * @returns the ledger's job, and jobs that reopen the two members' open conversations, unless the other member has
 * blocked too
 */
export async function deleteBlock(
  db: Database,
  block: MemberPair & { leftIds: string[]; mustVerify: boolean; now: number; at?: number },
): Promise<JobRow[]> {
  const { blockerId, blockedId, leftIds, mustVerify, now, at = now } = block;
  const withheld = isWithheld({ memberId: blockerId, mustVerify });
  const isNamed = (id: string, left: string) =>
    sql`(${sql.raw(id)} = ${blockedId} or ${sql.raw(left)} in (select value from json_each(${JSON.stringify(leftIds)})))`;
  const isReopening = sql`${isOpenBetween(block, now)}
    and not exists(select 1 from blocks where blocker_id = ${blockedId} and blocked_id = ${blockerId})`;
  const { changes } = await runBatch(db, {
    changes: insertJobs(
      jobOfEach(sql`select id from pairings where ${isReopening}`, { kind: "reopen", now }),
      recordLine(
        { kind: "unblock", at, member: blockerId, other: blockedId },
        sql`exists(select 1 from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}
          and not (${withheld} and ${isEarlierBlock("blocks")}))`,
      ),
    ),
    deleted: sql`delete from blocks where blocker_id = ${blockerId} and ${isNamed("blocked_id", "left_id")}
        and not (${withheld} and ${isEarlierBlock("blocks")})`,
    kept: sql`delete from kept_digests
        where kind = 'block' and subject_id = ${blockerId} and ${isNamed("other_id", "other")}
          and (subject is null or ${hasConfirmed(blockerId)})`,
    detached: sql`update kept_digests set subject_id = null
        where kind = 'block' and subject_id = ${blockerId} and ${isNamed("other_id", "other")} and not ${withheld}`,
  });
  return changes.rows;
}
