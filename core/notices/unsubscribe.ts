import { keyedDigest, keyedDigests, type RecordPurpose } from "~/core/accounts/record-keys";
import type { Deps } from "~/core/deps";
import { endMails, endReminders } from "~/db/notices/mail";

type Mails = "notices" | "reminders";

const PURPOSES: Record<Mails, RecordPurpose> = {
  notices: "unsubscribe",
  reminders: "unsubscribe_reminders",
};

/** Only the server can make this link. */
export function makeUnsubscribeUrl(
  { config, mail }: Pick<Deps, "config" | "mail">,
  memberId: string,
  mails: Mails,
): string {
  const { keyId, digest } = keyedDigest(config, PURPOSES[mails], memberId);
  return `${mail.origin}/unsubscribe/${memberId}.${keyId}.${digest}`;
}

/**
 * Safe to repeat.
 * @returns whether this server made the link; true even if the member's account is gone
 */
export async function unsubscribe(
  deps: Pick<Deps, "db" | "config" | "clock">,
  { token }: { token: string },
): Promise<boolean> {
  const [memberId = "", keyId, digest, ...more] = token.split(".");
  const isOf = (mails: Mails) => {
    const known = keyedDigests(deps.config, PURPOSES[mails], memberId);
    // The comparison needn't take constant time, because a keyed digest can't be guessed piece by piece.
    return more.length === 0 && known.some((one) => one.keyId === keyId && one.digest === digest);
  };
  const member = { memberId, now: deps.clock.now() };
  if (isOf("reminders")) await endReminders(deps.db, member);
  else if (isOf("notices")) await endMails(deps.db, member);
  else return false;
  return true;
}
