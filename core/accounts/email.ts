import type { Deps } from "~/core/deps";
import { mailboxWindow } from "~/core/notices/mail-limits";
import { notify } from "~/core/notices/notify";
import { sendMail } from "~/core/notices/send-mail";
import { addMonths, toIso } from "~/core/shared/age";
import { EMAIL_LINK_MS, KEPT_MONTHS, LIMITS } from "~/core/shared/constants";
import type { EmailStateDto } from "~/core/shared/contract";
import { AppError, registrationRefused } from "~/core/shared/errors";
import { mailboxOf } from "~/core/shared/mailbox";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import {
  confirmHalf,
  findEmailState,
  type MailTokenRow,
  storeChangeTokens,
  verifyEmail,
} from "~/db/accounts/mail-tokens";
import { updateNotices } from "~/db/notices/mail";
import { sendVerification } from "./email-verification";
import { digestsOfEmail } from "./limit-windows";
import { lookUpToken, newMailToken } from "./mail-tokens";
import { keyedDigest } from "./record-keys";
import { confirmPassword } from "./service";
import type { Viewer } from "./viewer";

export async function getEmailState(deps: Deps, { memberId }: Viewer): Promise<EmailStateDto> {
  const now = deps.clock.now();
  const { row, pending } = await findEmailState(deps.db, { memberId, now });
  if (!row) throw new AppError("unauthenticated");
  return {
    email: row.email,
    verified: row.email_verified_at !== null,
    mail: deps.mail.isConfigured,
    pairing_waits: deps.mail.mustVerify && row.email_verified_at === null,
    wants_notices: row.wants_notices === 1,
    pending: pending
      ? {
          email: pending.email,
          old_confirmed: pending.old_confirmed === 1,
          new_confirmed: pending.new_confirmed === 1,
          expires_at: toIso(pending.expires_at),
        }
      : null,
  };
}

/** @throws AppError `mail_unavailable`, `already_verified`, `too_many_requests` */
export async function resendVerification(
  deps: Deps,
  { memberId, user }: Viewer,
): Promise<{ message: string }> {
  if (!deps.mail.isConfigured) throw new AppError("mail_unavailable");
  const { stored, states } = await sendVerification(deps, { memberId, email: user.email });
  if (!stored) {
    assertWithinLimits(states, deps.clock.now());
    throw new AppError("already_verified");
  }
  return { message: `An e-mail with a link is on its way to ${user.email}.` };
}

/**
 * The address changes once both the old and the new address are confirmed. An unverified old address needs no
 * confirmation, because perhaps nobody reads its mail.
 * @throws AppError `mail_unavailable`, `current_password_incorrect`, `email_unchanged`, `email_taken`,
 * `registration_refused`, `too_many_requests`
 */
export async function requestChange(
  deps: Deps,
  viewer: Viewer,
  address: string,
  { email, password }: { email: string; password: string },
): Promise<{ message: string }> {
  if (!deps.mail.isConfigured) throw new AppError("mail_unavailable");
  const { memberId, user } = viewer;
  const asked = { key: `email-change:${memberId}`, limit: LIMITS.emailChanges, memberId };
  await confirmPassword(deps, viewer, address, { password }, [asked]);
  if (email === user.email) throw new AppError("email_unchanged");
  const forOld = newMailToken(deps, "change_email_old");
  const forNew = newMailToken(deps, "change_email_new");
  const { row, states } = await storeChangeTokens(
    deps.db,
    {
      memberId,
      newEmail: email,
      newEmailDigests: digestsOfEmail(deps, email),
      forOld: forOld.stored,
      forNew: forNew.stored,
    },
    {
      // A refused request counts too, so that no member can try out which addresses have accounts.
      asked,
      oldMailbox: mailboxWindow(deps, user.email),
      newMailbox: mailboxWindow(deps, email),
    },
  );
  assertWithinLimits(states, forNew.stored.createdAt);
  if (!row) throw new AppError("unauthenticated");
  if (row.is_banned === 1) throw registrationRefused(deps.mail.supportEmail);
  if (row.is_taken === 1) throw new AppError("email_taken");
  deps.logger.info("auth.email_change_asked", { memberId });
  const isOldAsked = row.email_verified_at !== null;
  const good = { goodForMs: EMAIL_LINK_MS };
  const toNew = { memberId, email, name: null };
  const toOld = { memberId, email: row.email, name: row.name };
  await sendMail(deps, toNew, { template: "change_email_new", token: forNew.token }, good);
  if (isOldAsked) {
    const mail = { template: "change_email_old", token: forOld.token, newEmail: email } as const;
    await sendMail(deps, toOld, mail, good);
  }
  return {
    message: isOldAsked
      ? "Two e-mails are on their way. Your address changes when you have confirmed it at both."
      : `An e-mail is on its way to ${email}. Your address changes when you have confirmed it there.`,
  };
}

export interface EmailLink {
  purpose: "verify_email" | "change_email_old" | "change_email_new";
  email: string;
}

async function findLink(deps: Deps, address: string, token: string) {
  const { row, digest, now } = await lookUpToken(deps, address, token);
  if (!row || row.purpose === "reset_password" || row.used_at !== null) return undefined;
  return { row: row as MailTokenRow & EmailLink, digest, now };
}

/** Null once the link is used or expired. Doesn't use up the link. */
export async function findEmailLink(
  deps: Deps,
  address: string,
  { token }: { token: string },
): Promise<EmailLink | null> {
  const link = await findLink(deps, address, token);
  return link ? { purpose: link.row.purpose, email: link.row.token_email } : null;
}

/**
 * Verifies an address, or confirms the old or the new address of a change.
 * @throws AppError `link_invalid`, `too_many_requests`; `email_taken` if another member has got the new address
 * meanwhile
 */
export async function confirmEmail(
  deps: Deps,
  address: string,
  { token }: { token: string },
): Promise<{ message: string; state: "verified" | "waiting" | "changed" }> {
  const link = await findLink(deps, address, token);
  if (!link) throw new AppError("link_invalid");
  const { row, digest, now } = link;
  const memberId = row.id;
  if (row.purpose === "verify_email") {
    const emailDigests = digestsOfEmail(deps, row.email);
    if (!(await verifyEmail(deps.db, { digest, memberId, emailDigests, now })))
      throw new AppError("link_invalid");
    deps.logger.info("auth.email_verified", { memberId });
    return { message: "Your e-mail address is confirmed.", state: "verified" };
  }
  const newEmail = row.token_email;
  const newEmailDigests = digestsOfEmail(deps, newEmail);
  const isFormerKept = row.email_verified_at !== null;
  const former = isFormerKept
    ? {
        address: keyedDigest(deps.config, "email", mailboxOf(row.email)),
        until: addMonths(now, KEPT_MONTHS),
      }
    : null;
  const newAddress = keyedDigest(deps.config, "email", mailboxOf(newEmail));
  const half = { digest, memberId, newEmail, newEmailDigests, newAddress, former, now };
  const outcome = await confirmHalf(deps.db, half);
  if (outcome === "lost") throw new AppError("link_invalid");
  if (outcome === "taken") throw new AppError("email_taken");
  if (outcome === "waiting") {
    const other = row.purpose === "change_email_old" ? "new" : "old";
    const message = `Confirmed. Your address changes when it is confirmed at the ${other} one too.`;
    return { message, state: "waiting" };
  }
  deps.logger.info("auth.email_changed", { memberId });
  await notify(deps, memberId, { kind: "account", event: "email_changed" });
  if (row.email_verified_at !== null) {
    const to = { memberId, email: row.email, name: row.name };
    deps.defer(sendMail(deps, to, { template: "email_changed", newEmail }));
  }
  return { message: "Your e-mail address was changed.", state: "changed" };
}

/** Mails about the account itself are sent even to a member who wants no notices. */
export async function setNotices(
  deps: Pick<Deps, "db">,
  { memberId }: Viewer,
  { wants_notices }: { wants_notices: boolean },
): Promise<{ wants_notices: boolean }> {
  await updateNotices(deps.db, { memberId, wantsNotices: wants_notices });
  return { wants_notices };
}
