import { keyedDigest } from "~/core/accounts/record-keys";
import type { Deps } from "~/core/deps";
import { addMonths } from "~/core/shared/age";
import { BAN_MONTHS } from "~/core/shared/constants";
import { mailboxOf } from "~/core/shared/mailbox";
import type { MailboxBar, NewAction } from "~/db/moderation/member-actions";

/** The mailbox that a suspension or ban keeps from registering (docs/rules.md#bans); null for any other action. */
export function mailboxBar(
  { config, mail }: Pick<Deps, "config" | "mail">,
  { kind, until, now }: Pick<NewAction, "kind" | "until" | "now">,
  email: string,
): MailboxBar | null {
  const end = kind === "ban" ? addMonths(now, BAN_MONTHS) : until;
  if (end === null || (kind !== "ban" && kind !== "suspend")) return null;
  const address = keyedDigest(config, "email", mailboxOf(email));
  return { address, mustVerify: mail.mustVerify, until: end };
}
