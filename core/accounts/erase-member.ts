import type { Deps } from "~/core/deps";
import { encryptLine } from "~/core/moderation/evidence";
import { runJobs } from "~/core/operations/jobs";
import { addMonths } from "~/core/shared/age";
import { KEPT_MONTHS, LEFT_REPORT_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import { mailboxOf } from "~/core/shared/mailbox";
import { listRevealedLines } from "~/db/conversation/sealed-addresses";
import { deleteMember } from "~/db/profile/profiles";
import { failureKeysOf } from "./limit-windows";
import { keyedDigest } from "./record-keys";

/**
 * Deletes the member's rows, closes their live connections, and erases the contents of their conversations' objects.
 * If an object can't be reached, the cron erases its contents later.
 * @param member.leftAt retention is counted from this instant. A restore passes the instant of the original deletion.
 */
export async function eraseMember(
  deps: Deps,
  { id, email, leftAt = deps.clock.now() }: { id: string; email: string; leftAt?: number },
) {
  const now = deps.clock.now();
  const lines = await listRevealedLines(deps.db, id, now);
  const account = {
    memberId: id,
    failureKeys: failureKeysOf(deps, email),
    subject: keyedDigest(deps.config, "member", id),
    address: keyedDigest(deps.config, "email", mailboxOf(email)),
    lines: await Promise.all(
      lines.map(async (line) => ({
        id: line.conversation_id,
        words: await encryptLine(deps, line, null),
      })),
    ),
    mustVerify: deps.mail.mustVerify,
    keptUntil: addMonths(leftAt, KEPT_MONTHS),
    reportsKeptUntil: leftAt + LEFT_REPORT_DAYS * MS_PER_DAY,
    leftAt,
    now,
  };
  const { openConversationIds, recorded, changes } = await deleteMember(deps.db, account);
  // The deletion is written into the ledger before any conversation is erased. Otherwise a restore that happens between
  // the two steps would bring back a member whose conversations are gone.
  await Promise.all([
    deps.channel.endMember(id, openConversationIds),
    runJobs(deps, changes, recorded),
  ]);
}
