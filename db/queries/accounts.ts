import { type SQL, sql } from "drizzle-orm";
import { type Database, runBatch, runStatement } from "~/db/client";
import { type MemberRow, memberColumns } from "./member-row";

export interface SessionRow extends CredentialsRow {
  session_id: string;
  session_expires_at: number;
}

/** The member of a live session; undefined once it is revoked or past its end. */
export async function findSession(
  db: Database,
  { sessionId, memberId, now }: { sessionId: string; memberId: string; now: number },
): Promise<SessionRow | undefined> {
  const { rows } = await runStatement<SessionRow>(
    db,
    sql`select ${memberColumns}, m.password_hash, s.id as session_id,
          s.expires_at as session_expires_at
        from sessions s join members m on m.id = s.member_id
        where s.id = ${sessionId} and s.member_id = ${memberId} and s.expires_at > ${now}`,
  );
  return rows[0];
}

/** Registrations by a keyed digest of an address, since an instant. */
export interface RegistrationWindow {
  addressDigest: string;
  since: number;
  limit: number;
}

const registrationsIn = ({ addressDigest, since }: RegistrationWindow) =>
  sql`select count(*) as count, min(attempted_at) as oldest from registration_attempts
      where address_digest = ${addressDigest} and attempted_at > ${since}`;

/** The registrations in a window. */
export async function countRegistrations(db: Database, window: RegistrationWindow): Promise<Count> {
  return toCount(await runStatement(db, registrationsIn(window)));
}

/** Whether an e-mail is taken, and the registrations in a window. */
export async function findRegistrationState(
  db: Database,
  email: string,
  window: RegistrationWindow,
): Promise<{ emailTaken: boolean; registrations: Count }> {
  const [taken, registrations] = await runBatch(db, [
    sql`select 1 from members where email = ${email}`,
    registrationsIn(window),
  ]);
  return { emailTaken: taken?.rows.length === 1, registrations: toCount(registrations) };
}

export interface NewMember {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  dob: string;
  gender: string | null;
  preferredMatchGender: string | null;
  createdAt: number;
}

export interface NewSession {
  id: string;
  memberId: string;
  createdAt: number;
  expiresAt: number;
}

/**
 * Stores a member with a first session, all or nothing. Nothing is stored when the e-mail is taken
 * or the address has used up its registrations, however many calls arrive at once.
 * @param window null for a client that is not limited
 * @returns no row when nothing was stored, and the registrations there were before
 */
export async function insertMember(
  db: Database,
  member: NewMember,
  session: NewSession,
  window: RegistrationWindow | null,
): Promise<{ row: MemberRow | undefined; registrations: Count }> {
  const room = window
    ? sql`(select count from (${registrationsIn(window)})) < ${window.limit}`
    : sql`1`;
  const stored = sql`exists(select 1 from members where id = ${member.id})`;
  const [, , found, registrations] = await runBatch(db, [
    sql`insert into members
          (id, name, email, password_hash, dob, gender, preferred_match_gender, is_admin, created_at)
        select ${member.id}, ${member.name}, ${member.email}, ${member.passwordHash}, ${member.dob},
          ${member.gender}, ${member.preferredMatchGender}, 0, ${member.createdAt}
        where ${room}
        on conflict (email) do nothing`,
    sql`insert into sessions (id, member_id, created_at, expires_at)
        select ${session.id}, ${session.memberId}, ${session.createdAt}, ${session.expiresAt}
        where ${stored}`,
    sql`select ${memberColumns} from members m where m.id = ${member.id}`,
    ...(window
      ? [
          registrationsIn(window),
          sql`insert into registration_attempts (address_digest, attempted_at)
              select ${window.addressDigest}, ${member.createdAt} where ${stored}`,
        ]
      : []),
  ]);
  return { row: found?.rows[0] as MemberRow | undefined, registrations: toCount(registrations) };
}

export interface Count {
  count: number;
  oldest: number | null;
}

/** A member as a sign-in needs it: with the hash of the password. */
export interface CredentialsRow extends MemberRow {
  password_hash: string;
}

/** Failed sign-ins by keyed digests of e-mail and address, since an instant. */
export interface AttemptWindow {
  emailDigest: string;
  addressDigest: string;
  /** Milliseconds since 1970. */
  now: number;
  since: number;
  limit: number;
}

const failuresIn = ({ emailDigest, addressDigest, since }: AttemptWindow) =>
  sql`select count(*) as count, min(attempted_at) as oldest from sign_in_attempts
      where email_digest = ${emailDigest} and address_digest = ${addressDigest}
        and attempted_at > ${since}`;

const hasRoom = (window: AttemptWindow) =>
  sql`(select count from (${failuresIn(window)})) < ${window.limit}`;

const forgetFailures = ({ emailDigest, addressDigest }: AttemptWindow, condition: SQL) =>
  sql`delete from sign_in_attempts
      where email_digest = ${emailDigest} and address_digest = ${addressDigest} and ${condition}`;

const toCount = (result: { rows: unknown[] } | undefined): Count =>
  (result?.rows[0] as Count | undefined) ?? { count: 0, oldest: null };

/** The member of an e-mail, and the failures in its window. */
export async function findCredentials(
  db: Database,
  email: string,
  window: AttemptWindow,
): Promise<{ row: CredentialsRow | undefined; failures: Count }> {
  const [member, failures] = await runBatch(db, [
    sql`select ${memberColumns}, m.password_hash from members m where m.email = ${email}`,
    failuresIn(window),
  ]);
  return { row: member?.rows[0] as CredentialsRow | undefined, failures: toCount(failures) };
}

/** The failures in a window. */
export async function countFailures(db: Database, window: AttemptWindow): Promise<Count> {
  return toCount(await runStatement(db, failuresIn(window)));
}

/**
 * Counts a failure, if the window has room: however many guesses arrive at once, no more than the
 * limit are told that they were wrong.
 */
export async function insertFailure(
  db: Database,
  window: AttemptWindow,
): Promise<{ counted: boolean; failures: Count }> {
  const { emailDigest, addressDigest, now } = window;
  const [failures, inserted] = await runBatch(db, [
    failuresIn(window),
    sql`insert into sign_in_attempts (email_digest, address_digest, attempted_at)
        select ${emailDigest}, ${addressDigest}, ${now} where ${hasRoom(window)}`,
  ]);
  return { counted: inserted?.changes === 1, failures: toCount(failures) };
}

/**
 * A new session after a right password, which also resets the count of failures. No session begins
 * when the window is full, nor when the password that was verified is not the member's any more.
 */
export async function insertSession(
  db: Database,
  session: NewSession,
  verifiedHash: string,
  window: AttemptWindow,
): Promise<{ inserted: boolean; failures: Count }> {
  const [failures, inserted] = await runBatch(db, [
    failuresIn(window),
    sql`insert into sessions (id, member_id, created_at, expires_at)
        select ${session.id}, ${session.memberId}, ${session.createdAt}, ${session.expiresAt}
        where exists(select 1 from members
            where id = ${session.memberId} and password_hash = ${verifiedHash})
          and ${hasRoom(window)}`,
    forgetFailures(window, sql`exists(select 1 from sessions where id = ${session.id})`),
  ]);
  return { inserted: inserted?.changes === 1, failures: toCount(failures) };
}

/** Ends a session. Answers the member's open conversations, whose live connections must end too. */
export async function deleteSession(
  db: Database,
  { sessionId, memberId, now }: { sessionId: string; memberId: string; now: number },
): Promise<{ conversationIds: string[] }> {
  const [, open] = await runBatch(db, [
    sql`delete from sessions where id = ${sessionId} and member_id = ${memberId}`,
    openConversationIds(memberId, now),
  ]);
  return { conversationIds: (open?.rows ?? []).map((row) => String(row.id)) };
}

export interface PasswordChange {
  updated: boolean;
  /** The window as it was before. */
  failures: Count;
  endedSessionIds: string[];
  conversationIds: string[];
}

/**
 * Sets a new password and ends every session but the one that asks: if that one is still alive,
 * the old hash still stands, and the window of failures has room.
 */
export async function updatePassword(
  db: Database,
  change: { memberId: string; sessionId: string; oldHash: string; newHash: string },
  window: AttemptWindow,
): Promise<PasswordChange> {
  const { memberId, sessionId, oldHash, newHash } = change;
  const changed = sql`exists(select 1 from members
      where id = ${memberId} and password_hash = ${newHash})`;
  const [failures, updated, , ended, open] = await runBatch(db, [
    failuresIn(window),
    sql`update members set password_hash = ${newHash}
        where id = ${memberId} and password_hash = ${oldHash} and ${hasRoom(window)}
          and exists(select 1 from sessions where id = ${sessionId} and member_id = ${memberId})`,
    forgetFailures(window, changed),
    sql`delete from sessions
        where member_id = ${memberId} and id <> ${sessionId} and ${changed} returning id`,
    openConversationIds(memberId, window.now),
  ]);
  return {
    updated: updated?.changes === 1,
    failures: toCount(failures),
    endedSessionIds: (ended?.rows ?? []).map((row) => String(row.id)),
    conversationIds: (open?.rows ?? []).map((row) => String(row.id)),
  };
}

function openConversationIds(memberId: string, now: number) {
  return sql`select id from pairings where user1_id = ${memberId} and expires_at > ${now}
             union all
             select id from pairings where user2_id = ${memberId} and expires_at > ${now}`;
}
