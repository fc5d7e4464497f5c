import { type SQL, sql } from "drizzle-orm";
import { type Database, runBatch, type StoredRow } from "~/db/client";
import type { Keyed } from "~/db/conversation/kept-words";
import { insertAudit } from "~/db/moderation/audit";
import type { mailTokens } from "~/db/schema";
import {
  barNewMailbox,
  isRefusedEmail,
  keepFormerAddress,
  leaveAddress,
  returnToMember,
} from "./kept-digests";
import type { AddresseeRow, StoredMember } from "./member-row";
import * as rates from "./rate-window";
import { type EndedSessions, type IdRow, idsOf, openConversationIds } from "./sessions";

type StoredToken = StoredRow<typeof mailTokens>;
export type MailPurpose = StoredToken["purpose"];

export type NewMailToken = Pick<
  typeof mailTokens.$inferSelect,
  "digest" | "purpose" | "createdAt" | "expiresAt"
>;

/**
 * Replaces the member's older token of the same purpose.
 * @param member selects the `id` of the member, and the `email` that the token is about
 */
const storeToken = (token: NewMailToken, member: SQL) =>
  sql`insert into mail_tokens (digest, member_id, purpose, email, created_at, expires_at)
      select ${token.digest}, k.id, ${token.purpose}, k.email, ${token.createdAt}, ${token.expiresAt}
      from (${member}) k where true
      on conflict (member_id, purpose) do update set digest = excluded.digest, email = excluded.email,
        created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null`;

/**
 * Stores a link for a new password.
 * @param windows.request allows only one event, because the queue can deliver the request twice
 * @returns the member to whom the link is to be sent; undefined if the link isn't stored, or a newer link has replaced
 * it
 */
export async function storeResetToken(
  db: Database,
  { email, token, now }: { email: string; token: NewMailToken; now: number },
  { mailbox, request }: Record<"mailbox" | "request", rates.RateWindow>,
): Promise<AddresseeRow | undefined> {
  const windows = { windows: [mailbox, request], now };
  const room = rates.hasRoom(windows);
  const results = await runBatch(db, {
    stored: storeToken(
      token,
      sql`select id, email from members where email = ${email} and ${room}`,
    ),
    counted: rates.countEvent(windows, room),
    found: sql<AddresseeRow>`select m.id, m.name, m.email, m.email_verified_at
      from mail_tokens t join members m on m.id = t.member_id where t.digest = ${token.digest}`,
  });
  return results.found.rows[0];
}

export interface MailTokenRow extends AddresseeRow, Pick<StoredToken, "purpose" | "used_at"> {
  token_email: string;
}

/**
 * Condition on the token `t` and its member `m`: the link is valid. A link for a new password or for verifying the
 * address is no longer valid once the member's address has changed.
 */
const isGood = (digest: string, now: number) =>
  sql`t.digest = ${digest} and t.expires_at > ${now}
    and (t.purpose in ('change_email_old', 'change_email_new') or t.email = m.email)`;

/** Doesn't use up the link. Counts one event in the client's rate windows, if all have room. */
export async function findMailToken(
  db: Database,
  { digest, now }: { digest: string; now: number },
  client: rates.RateWindow[],
): Promise<{ row: MailTokenRow | undefined; states: rates.WindowStates }> {
  const windows = { windows: client, now };
  const results = await runBatch(db, {
    states: rates.selectWindows(windows),
    counted: rates.countEvent(windows, rates.hasRoom(windows)),
    found: sql<MailTokenRow>`select t.purpose, t.email as token_email, t.used_at, m.id, m.name, m.email,
        m.email_verified_at
      from mail_tokens t join members m on m.id = t.member_id where ${isGood(digest, now)}`,
  });
  return { row: results.found.rows[0], states: rates.toStates(windows, results.states) };
}

/**
 * Sets a new password by a link, once, and ends every session, passkey and other link of the member. Deletes the counts
 * of failed sign-ins, which an attacker could have caused. Verifies the address, because the link proves access to its
 * mails. An admin with passkeys loses the role, because access to a mailbox must not be enough for an admin.
 */
export async function recoverPassword(
  db: Database,
  change: {
    digest: string;
    memberId: string;
    newHash: string;
    emailDigests: string[];
    failureKeys: string;
    now: number;
  },
): Promise<EndedSessions & { updated: boolean }> {
  const { digest, memberId, newHash, emailDigests, failureKeys, now } = change;
  const changed = sql`exists(select 1 from members
    where id = ${memberId} and password_hash = ${newHash})`;
  const action = "revoke_admin_by_recovery";
  const audit = { adminId: memberId, action, subjectId: memberId, now };
  const loses = sql`exists(select 1 from members m join passkeys k on k.member_id = m.id
    where m.id = ${memberId} and m.is_admin = 1 and m.password_hash = ${newHash})`;
  const results = await runBatch(db, {
    updated: sql`update members as m set password_hash = ${newHash},
        email_verified_at = coalesce(m.email_verified_at, ${now})
      where m.id = ${memberId} and exists(select 1 from mail_tokens t
        where t.member_id = m.id and t.purpose = 'reset_password' and ${isGood(digest, now)})`,
    ...returnToMember({ memberId, emailDigests, now }, changed),
    ended: sql<IdRow>`delete from sessions where member_id = ${memberId} and ${changed} returning id`,
    open: openConversationIds(memberId, now),
    audited: insertAudit(audit, loses),
    revoked: sql`update members set is_admin = 0 where id = ${memberId} and ${loses}`,
    passkeys: sql`delete from passkeys where member_id = ${memberId} and ${changed}`,
    links: sql`delete from mail_tokens where member_id = ${memberId} and ${changed}`,
    failures: sql`delete from rate_windows where ${rates.hasPrefix(failureKeys)} and ${changed}`,
  });
  return {
    updated: results.updated.changes === 1,
    sessionIds: idsOf(results.ended),
    conversationIds: idsOf(results.open),
  };
}

/** Stores nothing if the rate window is full or the address is already verified. */
export async function storeVerifyToken(
  db: Database,
  { memberId, token }: { memberId: string; token: NewMailToken },
  mailbox: rates.RateWindow,
): Promise<{ stored: boolean; states: rates.WindowStates }> {
  const windows = { windows: [mailbox], now: token.createdAt };
  const results = await runBatch(db, {
    states: rates.selectWindows(windows),
    stored: storeToken(
      token,
      sql`select id, email from members
          where id = ${memberId} and email_verified_at is null and ${rates.hasRoom(windows)}`,
    ),
    counted: rates.countEvent(windows, sql`changes() = 1`),
  });
  return { stored: results.stored.changes === 1, states: rates.toStates(windows, results.states) };
}

export async function verifyEmail(
  db: Database,
  link: { digest: string; memberId: string; emailDigests: string[]; now: number },
): Promise<boolean> {
  const { digest, memberId, emailDigests, now } = link;
  const results = await runBatch(db, {
    updated: sql`update members as m set email_verified_at = ${now}
      where m.id = ${memberId} and exists(select 1 from mail_tokens t
        where t.member_id = m.id and t.purpose = 'verify_email' and ${isGood(digest, now)})`,
    // If addresses needn't be confirmed, an unconfirmed account can end a kept block, but not for good. Such a block
    // applies again from the confirmation on.
    ...returnToMember(
      { memberId, emailDigests, now },
      sql`exists(select 1 from members m join mail_tokens t
        on t.member_id = m.id and t.purpose = 'verify_email' where m.id = ${memberId} and ${isGood(digest, now)})`,
    ),
    used: sql`delete from mail_tokens where digest = ${digest} and purpose = 'verify_email'`,
  });
  return results.updated.changes === 1;
}

interface ChangeRow extends Omit<AddresseeRow, "id"> {
  is_taken: number;
  is_banned: number;
}

/**
 * Stores the two links of a change of address, which replace those of an earlier change. An old address that was never
 * verified gets no link. Stores no link if the new address is taken or refused, or a rate window is full.
 */
export async function storeChangeTokens(
  db: Database,
  change: {
    memberId: string;
    newEmail: string;
    newEmailDigests: string[];
    forOld: NewMailToken;
    forNew: NewMailToken;
  },
  {
    asked,
    oldMailbox,
    newMailbox,
  }: Record<"asked" | "oldMailbox" | "newMailbox", rates.RateWindow>,
): Promise<{ row: ChangeRow | undefined; states: rates.WindowStates }> {
  const { memberId, newEmail, newEmailDigests, forOld, forNew } = change;
  const now = forNew.createdAt;
  const all = { windows: [asked, oldMailbox, newMailbox], now };
  const taken = sql`exists(select 1 from members where email = ${newEmail})`;
  const banned = isRefusedEmail(newEmailDigests, now);
  const isStored = sql`exists(select 1 from mail_tokens where digest = ${forNew.digest})`;
  const isOldStored = sql`exists(select 1 from mail_tokens where digest = ${forOld.digest})`;
  const results = await runBatch(db, {
    states: rates.selectWindows(all),
    row: sql<ChangeRow>`select email, name, email_verified_at, ${taken} as is_taken, ${banned} as is_banned
      from members where id = ${memberId}`,
    forNew: storeToken(
      forNew,
      sql`select id, ${newEmail} as email from members
          where id = ${memberId} and not ${taken} and not ${banned} and ${rates.hasRoom(all)}`,
    ),
    outdated: sql`delete from mail_tokens
      where member_id = ${memberId} and purpose = 'change_email_old' and ${isStored}`,
    forOld: storeToken(
      forOld,
      sql`select id, ${newEmail} as email from members
          where id = ${memberId} and email_verified_at is not null and ${isStored}`,
    ),
    countedOld: rates.countEvent({ windows: [oldMailbox], now }, isOldStored),
    countedNew: rates.countEvent({ windows: [newMailbox], now }, isStored),
    countedAsked: rates.countEvent(
      { windows: [asked], now },
      rates.hasRoom({ windows: [asked], now }),
    ),
  });
  return { row: results.row.rows[0], states: rates.toStates(all, results.states) };
}

/** @returns `pending.old_confirmed` is 1 if the old address needs no link, because it was never verified */
export async function findEmailState(
  db: Database,
  { memberId, now }: { memberId: string; now: number },
) {
  const results = await runBatch(db, {
    row: sql<
      Pick<StoredMember, "email" | "email_verified_at" | "wants_notices">
    >`select email, email_verified_at, wants_notices from members where id = ${memberId}`,
    pending: sql<{
      email: string;
      expires_at: number;
      old_confirmed: number;
      new_confirmed: number;
    }>`select n.email, n.expires_at, n.used_at is not null as new_confirmed,
        not exists(select 1 from mail_tokens o where o.member_id = n.member_id
          and o.purpose = 'change_email_old' and o.used_at is null) as old_confirmed
      from mail_tokens n
      where n.member_id = ${memberId} and n.purpose = 'change_email_new' and n.expires_at > ${now}`,
  });
  return { row: results.row.rows[0], pending: results.pending.rows[0] };
}

/**
 * Uses the link that a change of address sent to the old or the new address. Once both links are used, the address
 * changes, and all links of the member end.
 * @returns `lost` if another call used the link first; `taken` if the new address now belongs to another member, or is
 * refused
 */
export async function confirmHalf(
  db: Database,
  half: {
    digest: string;
    memberId: string;
    newEmail: string;
    newEmailDigests: string[];
    newAddress: Keyed;
    /** Null if the old address was never verified. */
    former: { address: Keyed; until: number } | null;
    now: number;
  },
): Promise<"waiting" | "changed" | "taken" | "lost"> {
  const { digest, memberId, newEmail, newEmailDigests, newAddress, former, now } = half;
  const changed = sql`exists(select 1 from members where id = ${memberId} and email = ${newEmail})`;
  // An old address that was never verified has no `change_email_old` link.
  const isComplete = sql`(exists(select 1 from mail_tokens
      where member_id = ${memberId} and purpose = 'change_email_new' and email = ${newEmail}
        and used_at is not null and expires_at > ${now})
    and not exists(select 1 from mail_tokens
      where member_id = ${memberId} and purpose = 'change_email_old' and used_at is null))`;
  const mayChange = sql`(${isComplete} and not ${isRefusedEmail(newEmailDigests, now)}
    and not exists(select 1 from members o where o.email = ${newEmail}))`;
  const results = await runBatch(db, {
    used: sql`update mail_tokens set used_at = ${now}
      where digest = ${digest} and member_id = ${memberId} and used_at is null and expires_at > ${now}`,
    complete: sql<{ complete: number }>`select ${isComplete} as complete`,
    ...leaveAddress(memberId, mayChange),
    updated: sql`update members set email = ${newEmail}, email_verified_at = coalesce(email_verified_at, ${now})
      where id = ${memberId} and ${mayChange}`,
    former: former
      ? keepFormerAddress({ memberId, ...former, now }, sql`changes() > 0`)
      : undefined,
    banned: barNewMailbox({ memberId, address: newAddress, now }, changed),
    ...returnToMember({ memberId, emailDigests: newEmailDigests, now }, changed),
    links: sql`delete from mail_tokens where member_id = ${memberId} and ${changed}`,
  });
  if (results.updated.changes === 1) return "changed";
  if (results.used.changes === 0) return "lost";
  return results.complete.rows[0]?.complete === 1 ? "taken" : "waiting";
}
