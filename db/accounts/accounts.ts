import { sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { foldText } from "~/core/shared/fold-text";
import { type Database, runBatch } from "~/db/client";
import type { members } from "~/db/schema";
import { insertConsent, type NewConsent } from "./consents";
import {
  acceptsPassword,
  countFailure,
  type FailureWindows,
  resetFailures,
  windowsOfFailure,
} from "./credentials";
import { isRefusedEmail, returnToMember } from "./kept-digests";
import { type MemberRow, memberColumns } from "./member-row";
import * as rates from "./rate-window";
import {
  type IdRow,
  idsOf,
  insertSessionIf,
  isStored,
  type NewSession,
  openConversationIds,
  rememberNetwork,
  type SignedInFrom,
} from "./sessions";

interface EmailToRegister {
  email: string;
  emailDigests: string[];
  /**
   * An unverified account that was created before this instant can lose its address to a new account. Null if the
   * deployment doesn't verify addresses.
   */
  heldUntil: number | null;
}

/** Condition on `members`: a new account may claim the row's address. */
const isClaimable = (email: string, heldUntil: number) =>
  sql`members.email = ${email} and members.email_verified_at is null
        and members.created_at <= ${heldUntil} and members.is_admin = 0
        and members.took_part = 0
        and not exists(select 1 from member_actions a where a.member_id = members.id)`;

export async function findRegistrationState(
  db: Database,
  { email, emailDigests, heldUntil }: EmailToRegister,
  windows: rates.RateWindows,
): Promise<{ emailTaken: boolean; emailBanned: boolean; states: rates.WindowStates }> {
  const { found, states } = await runBatch(db, {
    found: sql<{ taken: number; banned: number }>`select exists(select 1 from members
            where email = ${email} and not (${heldUntil === null ? sql`0` : isClaimable(email, heldUntil)})) as taken,
          ${isRefusedEmail(emailDigests, windows.now)} as banned`,
    states: rates.selectWindows(windows),
  });
  return {
    emailTaken: found.rows[0]?.taken === 1,
    emailBanned: found.rows[0]?.banned === 1,
    states: rates.toStates(windows, states),
  };
}

interface NewMember
  extends Pick<
    typeof members.$inferSelect,
    "id" | "name" | "email" | "passwordHash" | "gender" | "preferredMatchGender" | "createdAt"
  > {
  dob: string;
  consent: NewConsent;
}

/**
 * Stores a member with a first session. Deletes an older account whose e-mail the member may claim.
 * @returns `row`: undefined if nothing was stored, because the e-mail is taken or refused, or a rate window is full.
 * `states`: the rate windows before this call.
 */
export async function insertMember(
  db: Database,
  member: NewMember,
  session: NewSession,
  from: SignedInFrom,
  { emailDigests, heldUntil }: Pick<EmailToRegister, "emailDigests" | "heldUntil">,
  windows: rates.RateWindows,
): Promise<{ row: MemberRow | undefined; states: rates.WindowStates }> {
  const mayRegister = sql`(${rates.hasRoom(windows)} and not ${isRefusedEmail(emailDigests, member.createdAt)})`;
  const claim =
    heldUntil === null
      ? undefined
      : sql`${isClaimable(member.email, heldUntil)} and ${mayRegister}`;
  const isStoredMember = sql`exists(select 1 from members where id = ${member.id})`;
  const { states, found } = await runBatch(db, {
    states: rates.selectWindows(windows),
    // Like `deleteMember`, this statement records the deletion in the ledger.
    recorded:
      claim &&
      sql`insert into jobs (kind, detail, created_at)
        select 'record', json_object('kind', 'delete', 'member', id, 'at', ${member.createdAt}), ${member.createdAt}
        from members where ${claim}`,
    claimed: claim && sql`delete from members where ${claim}`,
    inserted: sql`insert into members
          (id, name, search_name, email, password_hash, dob, gender, preferred_match_gender, is_admin, created_at, last_seen_on)
        select ${member.id}, ${member.name}, ${foldText(member.name)}, ${member.email}, ${member.passwordHash}, ${member.dob},
          ${member.gender}, ${member.preferredMatchGender}, 0, ${member.createdAt}, ${toUtcDate(member.createdAt)}
        where ${mayRegister}
        on conflict (email) do nothing`,
    ...returnToMember({ memberId: member.id, emailDigests, now: member.createdAt }, isStoredMember),
    begun: insertSessionIf(session, isStoredMember),
    consented: insertConsent(member.id, member.consent, member.createdAt),
    found: sql<MemberRow>`select ${memberColumns} from members m where m.id = ${member.id}`,
    counted: rates.countEvent(windows, isStored(session)),
    ...rememberNetwork(session, from),
  });
  return { row: found.rows[0], states: rates.toStates(windows, states) };
}

/**
 * Sets a new password and ends every session except the caller's. Changes nothing if that session has ended, the stored
 * hash is no longer `oldHash`, or {@link acceptsPassword} is false.
 * @param change.renewed a session that replaces the caller's
 */
export async function updatePassword(
  db: Database,
  change: {
    memberId: string;
    sessionId: string;
    oldHash: string;
    newHash: string;
    renewed: NewSession | null;
  },
  failures: FailureWindows,
) {
  const { memberId, sessionId, oldHash, newHash, renewed } = change;
  const changed = sql`exists(select 1 from members
      where id = ${memberId} and password_hash = ${newHash})`;
  const all = windowsOfFailure(failures);
  const { states, updated, ended, open } = await runBatch(db, {
    states: rates.selectWindows(all),
    updated: sql`update members set password_hash = ${newHash}
        where id = ${memberId} and password_hash = ${oldHash} and ${acceptsPassword(failures)}
          and exists(select 1 from sessions where id = ${sessionId} and member_id = ${memberId})`,
    reset: resetFailures(failures, changed),
    failed: countFailure(failures, sql`not ${changed}`),
    // A thief with access to a session or the mailbox could have requested these links.
    links: sql`delete from mail_tokens
        where member_id = ${memberId} and purpose <> 'verify_email' and ${changed}`,
    ended: sql<IdRow>`delete from sessions where member_id = ${memberId} and ${changed}
          and id <> ${renewed ? "" : sessionId} returning id`,
    open: openConversationIds(memberId, failures.now),
    begun: renewed ? insertSessionIf(renewed, changed) : undefined,
    confirmed: renewed
      ? sql`update sessions set reauthenticated_at = ${failures.now} where id = ${renewed.id}`
      : undefined,
  });
  return {
    updated: updated.changes === 1,
    states: rates.toStates(all, states),
    sessionIds: idsOf(ended),
    conversationIds: idsOf(open),
  };
}
