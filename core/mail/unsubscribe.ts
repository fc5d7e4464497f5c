import type { Deps } from "~/core/deps";
import { updateNotices } from "~/db/queries/mail";

const wordsOf = (memberId: string) => `unsubscribe:${memberId}`;

/** The address behind 'No more mails like this one': it names the member, and no one else can make it. */
export async function makeUnsubscribeUrl(
  { tokens, mail }: Pick<Deps, "tokens" | "mail">,
  memberId: string,
): Promise<string> {
  return `${mail.origin}/unsubscribe/${memberId}.${await tokens.digest(wordsOf(memberId))}`;
}

/**
 * Ends the mails that are not about the account itself. Safe to repeat.
 * @param token of the mail's link
 * @returns whether the link was one of ours; for a member who is gone it still counts as one
 */
export async function unsubscribe(
  deps: Pick<Deps, "db" | "tokens">,
  { token }: { token: string },
): Promise<boolean> {
  const [memberId = "", digest = ""] = token.split(".");
  // Not compared in constant time: the digest is the answer of a keyed hash, which no one can guess part by part.
  const isOwn = (await deps.tokens.digests(wordsOf(memberId))).includes(digest);
  if (isOwn) await updateNotices(deps.db, { memberId, wantsNotices: false });
  return isOwn;
}
