import type { Deps } from "~/core/deps";
import { updateNotices } from "~/db/queries/mail";

/** The address behind 'No more mails like this one': it names the member, and no one else can make it. */
export async function makeUnsubscribeUrl(
  { records, mail }: Pick<Deps, "records" | "mail">,
  memberId: string,
): Promise<string> {
  const { keyId, digest } = await records.digest("unsubscribe", memberId);
  return `${mail.origin}/unsubscribe/${memberId}.${keyId}.${digest}`;
}

/**
 * Ends the mails that are not about the account itself. Safe to repeat.
 * @param token of the mail's link
 * @returns whether the link was one of ours; for a member who is gone it still counts as one
 */
export async function unsubscribe(
  deps: Pick<Deps, "db" | "records">,
  { token }: { token: string },
): Promise<boolean> {
  const [memberId = "", ...given] = token.split(".");
  // The links of mails from before there were key ids name none.
  const [keyId, digest] = given.length === 1 ? ["legacy", given[0]] : given;
  const known = await deps.records.digests("unsubscribe", memberId);
  // Not compared in constant time: the digest is the answer of a keyed hash, which no one can guess part by part.
  const isOwn =
    given.length <= 2 && known.some((one) => one.keyId === keyId && one.digest === digest);
  if (isOwn) await updateNotices(deps.db, { memberId, wantsNotices: false });
  return isOwn;
}
