import { eraseMember } from "~/core/accounts/erase-member";
import type { Deps } from "~/core/deps";
import { mailboxBar } from "~/core/moderation/mailbox-bar";
import { addMonths } from "~/core/shared/age";
import { BAN_MONTHS } from "~/core/shared/constants";
import { newId } from "~/core/shared/random";
import { insertRestoredAction } from "~/db/moderation/member-actions";
import { deleteBlock, insertBlock } from "~/db/moderation/moderation";
import { barMissing, endRestore, listMembersAfter, readRestore } from "~/db/operations/ledger";
import { runJobs } from "./jobs";
import type { LedgerLine } from "./ledger-lines";

/** Members read by one query. */
const PAGE = 2_000;
/** The ledger doesn't have the text of a decision. */
const RESTORED_TEXT =
  "This decision was made before our records were restored from a backup. Its full text is in the e-mail we sent you then.";

interface Member {
  id: string;
  email: string;
}

/**
 * Repeats what has happened since the backup: every deletion, block, ban and suspension, and every end of one, in
 * order. `npm run restore` requests it (docs/operations.md#backup-and-restore). Repeating it changes nothing, so the
 * next cron retries what failed. Never throws, because a run must not wait for it.
 */
export async function applyRestore(deps: Deps): Promise<void> {
  try {
    const since = await readRestore(deps.db);
    if (since === null) return;
    const lines = await deps.ledger.list(since);
    const members = await keyMembers(deps);
    for (const line of lines) await applyLine(deps, line, members);
    await endRestore(deps.db);
    deps.logger.warn("maintenance.restored", { lines: lines.length });
  } catch (error) {
    deps.logger.error("maintenance.restore_failed", error);
  }
}

/** By digest, because the ledger has no ids. */
async function keyMembers({ db, records }: Deps): Promise<Map<string, Member>> {
  const keyed = new Map<string, Member>();
  let page = await listMembersAfter(db, "", PAGE);
  while (page.length > 0) {
    for (const member of page) {
      const digests = await records.digests("member", member.id);
      for (const { digest } of digests) keyed.set(digest, member);
    }
    page = await listMembersAfter(db, page.at(-1)?.id ?? "", PAGE);
  }
  return keyed;
}

async function applyLine(deps: Deps, line: LedgerLine, members: Map<string, Member>) {
  const { kind, at } = line;
  const now = deps.clock.now();
  const member = members.get(line.subject.digest);
  const blocked = members.get(line.other?.digest ?? "");
  if (kind === "ban" || kind === "suspend" || kind === "lift") {
    return applyAction(deps, { ...line, kind }, member);
  }
  if (!member) return;
  const two = { blockerId: member.id, blockedId: blocked?.id ?? "", mustVerify: false };
  if (kind === "delete") {
    await eraseMember(deps, { ...member, leftAt: at });
    members.delete(line.subject.digest);
  } else if (kind === "unblock") {
    await runJobs(deps, await deleteBlock(deps.db, { ...two, leftIds: [], now, at }));
  } else {
    const block = { ...two, id: newId(), now: at };
    await runJobs(deps, (await insertBlock(deps.db, block)).changes);
  }
}

async function applyAction(
  deps: Deps,
  { kind, at, action, subject, addresses }: LedgerLine & { kind: "ban" | "suspend" | "lift" },
  member?: Member,
) {
  if (!action) return;
  const { id, until } = action;
  if (!member) {
    const end = kind === "ban" ? addMonths(at, BAN_MONTHS) : (until ?? 0);
    const bar = { id, subject: subject.digest, keyId: subject.keyId, now: at, until: end };
    return barMissing(deps.db, bar, addresses);
  }
  const { changes } = await insertRestoredAction(deps.db, {
    ...{ ...action, kind, memberId: member.id, now: at, text: RESTORED_TEXT },
    ...{ adminId: null, note: null, reportId: null },
    bar: await mailboxBar(deps, { kind, until, now: at }, member.email),
  });
  const open = changes.flatMap(({ conversationId }) => conversationId ?? []);
  if (kind !== "lift") await deps.channel.endMember(member.id, open);
  await runJobs(deps, changes);
}
