import { eraseMember } from "~/core/accounts/erase-member";
import { keyedDigests } from "~/core/accounts/record-keys";
import type { Deps } from "~/core/deps";
import { mailboxBar } from "~/core/moderation/actions";
import { addMonths } from "~/core/shared/age";
import { BAN_MONTHS } from "~/core/shared/constants";
import { newId } from "~/core/shared/random";
import { deleteBlock, insertBlock } from "~/db/moderation/blocks";
import { insertRestoredAction } from "~/db/moderation/member-actions";
import { barMissing, endRestore, listMembersAfter, readRestore } from "~/db/operations/ledger";
import { runJobs } from "./jobs";
import type { LedgerLine } from "./ledger-lines";

/** Shown to the member in place of a decision's text, which the ledger doesn't have. */
const RESTORED_TEXT =
  "This decision was made before our records were restored from a backup. Its full text is in the e-mail we sent you then.";

/** The keys are digests of the ids, as in the ledger. */
type Members = Map<string, { id: string; email: string }>;

/**
 * After `npm run restore`, repeats in order the deletions, blocks, unblocks and decisions since the backup
 * (docs/operations.md#backup-and-restore). After an error the next cron starts again. Events that were
 * already repeated then change nothing. Never throws, so that the cron's run takes place.
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

async function keyMembers({ db, config }: Deps): Promise<Members> {
  const keyed: Members = new Map();
  for (let last: string | undefined = ""; last !== undefined; ) {
    const page = await listMembersAfter(db, last);
    for (const member of page) {
      const digests = keyedDigests(config, "member", member.id);
      for (const { digest } of digests) keyed.set(digest, member);
    }
    last = page.at(-1)?.id;
  }
  return keyed;
}

async function applyLine(deps: Deps, line: LedgerLine, members: Members): Promise<void> {
  const { kind, at, subject, other } = line;
  if (kind === "action") return applyAction(deps, line, members);
  const member = members.get(subject.digest);
  if (!member) return;
  const blockedId = members.get(other?.digest ?? "")?.id ?? "";
  const block = { blockerId: member.id, blockedId, mustVerify: false };
  if (kind === "delete") {
    await eraseMember(deps, { ...member, leftAt: at });
    members.delete(subject.digest);
  } else if (kind === "unblock") {
    const ended = { ...block, leftIds: [], now: deps.clock.now(), at };
    await runJobs(deps, await deleteBlock(deps.db, ended));
  } else {
    const { changes } = await insertBlock(deps.db, { ...block, id: newId(), now: at });
    await runJobs(deps, changes);
  }
}

async function applyAction(deps: Deps, line: LedgerLine, members: Members): Promise<void> {
  const { at: now, action, subject, addresses } = line;
  if (!action) return;
  const { id, kind, until } = action;
  const member = members.get(subject.digest);
  if (!member) {
    const end = kind === "ban" ? addMonths(now, BAN_MONTHS) : (until ?? 0);
    const bar = { id, subject: subject.digest, keyId: subject.keyId, now, until: end };
    return barMissing(deps.db, bar, addresses);
  }
  const changes = await insertRestoredAction(deps.db, {
    ...{ ...action, memberId: member.id, now, text: RESTORED_TEXT },
    ...{ adminId: null, note: null, reportId: null },
    bar: mailboxBar(deps, { kind, until, now }, member.email),
  });
  const open = changes.flatMap(({ conversationId }) => conversationId ?? []);
  if (kind !== "lift") await deps.channel.endMember(member.id, open);
  await runJobs(deps, changes);
}
